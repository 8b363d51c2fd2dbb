/** Stage 5: makes finished photographs of the results and gives them their final names; or keeps the data of an analysis. */
import { constants, copyFile, mkdir, rename, rm, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { OperationSpec } from '../../preload/contract/operations/spec.ts';
import { operations } from '../../preload/contract/operations/table.ts';
import type { Step } from '../../preload/contract/recipe.ts';
import type { Box } from '../../preload/contract/result.ts';
import { ImagingError } from '../imaging/errors.ts';
import { type ImageFacts, inspectImage } from '../imaging/inspect.ts';
import { scaleAnalysis, scaleToOriginal } from '../imaging/scale-analysis.ts';
import type { EventText, Job, NewResult, ResultKey } from '../store/index.ts';
import { type Finished, finish, fullSize } from './finish.ts';
import { diskTrouble, jobError, type Outcome, StageEnd } from './outcome.ts';
import { resultName } from './result-name.ts';
import type { Answer, AnswerFile, PreparedUpload, StageTools } from './stage.ts';
import { fingerprint, placeFile, syncFile, tempName } from './target-file.ts';
import { targetFolder } from './target-folder.ts';

export async function place(job: Job, tools: StageTools): Promise<Outcome> {
  const { store } = tools;
  const run = store.stepRuns.get(job.id, job.step);
  const answer = run?.answer as Answer | null | undefined;
  const prepared = run?.fit as PreparedUpload | null | undefined;
  if (!answer || !prepared) return { kind: 'next', to: 'queued' };
  if (answer.analysis !== undefined) return keepAnalysis(job, answer.analysis, prepared, tools);
  if (job.step < job.recipe.steps.length - 1) return beginNextStep(job, answer, prepared, tools);

  const results: NewResult[] = [];
  const events: EventText[] = [];
  for (const [index, file] of answer.files.entries()) {
    const placed = await placeOne(job, file, index, prepared, tools);
    if ('skipped' in placed) {
      events.push({ kind: 'notice', text: `${basename(placed.skipped)} was there already, so nothing was written.` });
      continue;
    }
    const { jobId, step } = keyOf(job, file);
    const element = file.element === '' ? null : file.element;
    results.push({ jobId, batchId: job.batchId, step, operation: job.operation, kind: 'image', element, ...placed });
    events.push({ kind: 'result', text: `Written: ${basename(placed.path)}, ${placed.width} × ${placed.height} px.` });
  }
  return {
    kind: 'next',
    to: 'done',
    commit: () => {
      results.forEach(store.results.add);
      for (const event of events) store.events.add(job.id, event);
      store.stepRuns.spent(job.id, job.step);
    },
  };
}

function keepAnalysis(job: Job, raw: unknown, prepared: PreparedUpload, { store }: StageTools): Outcome {
  const spec: OperationSpec = operations[job.operation];
  const upload = prepared.uploads[spec.images[0]?.field ?? ''];
  const body = upload ? scaleAnalysis(spec, raw, scaleToOriginal(upload)) : raw;
  const { width, height } = upload?.original ?? job;
  return {
    kind: 'next',
    to: 'done',
    event: { kind: 'result', text: 'The findings are kept; look at them under Review.' },
    commit: () => {
      store.results.add({
        jobId: job.id,
        batchId: job.batchId,
        step: job.step,
        operation: job.operation,
        kind: 'analysis',
        raw,
        body: body === raw ? null : body,
        width,
        height,
      });
      store.stepRuns.spent(job.id, job.step);
    },
  };
}

/** The full-size image of this step is what the next one begins with. */
async function beginNextStep(job: Job, answer: Answer, prepared: PreparedUpload, tools: StageTools): Promise<Outcome> {
  const [file] = answer.files;
  if (file === undefined) throw new ImagingError('BAD_RESULT', 'The service returned no image: try again.');
  const image = await fullSize(finishRequest(job, file, prepared, tools));
  const to = tools.folder.stepInput(job.step + 1);
  await mkdir(dirname(to), { recursive: true });
  // The service's own file stays until the move is written: a crash before that begins here again.
  if (image.asItCame) await copyFile(image.path, to, constants.COPYFILE_FICLONE);
  else await rename(image.path, to);
  return {
    kind: 'next',
    to: 'queued',
    step: job.step + 1,
    event: { kind: 'state', text: `Step ${job.step + 1} of ${job.recipe.steps.length} is done.` },
    commit: () => tools.store.stepRuns.spent(job.id, job.step),
  };
}

type PlacedImage = { path: string; width: number; height: number; bytes: number; box: Box | null };

async function placeOne(
  job: Job,
  file: AnswerFile,
  index: number,
  prepared: PreparedUpload,
  tools: StageTools,
): Promise<PlacedImage | { skipped: string }> {
  const spec: OperationSpec = operations[job.operation];
  const before = await placedBefore(keyOf(job, file), tools);
  if (before) return { ...before, box: boxInPhotograph(file.box, prepared, spec) };

  const { finished, box } = await makeFinished(job, file, spec, prepared, tools);
  tools.signal.throwIfAborted();
  const folder = targetFolder(job);
  try {
    await mkdir(folder, { recursive: true });
    const temp = join(folder, tempName(tools.store.folder, job.id, String(index)));
    await moveAcross(finished.path, temp);
    await syncFile(temp);
    const print = await fingerprint(temp);
    if (print === null) throw Object.assign(new Error('the file is gone'), { code: 'ENOENT' });
    const name = resultName(job, file.element, tools.clock.now());
    const placed = await placeFile(temp, name, finished.extension, job.recipe.output.conflict, (path) =>
      tools.store.writtenFiles.add({ path, ...print }, keyOf(job, file)),
    );
    if ('skipped' in placed) return placed;
    return { path: placed.path, width: finished.width, height: finished.height, bytes: print.bytes, box };
  } catch (error) {
    // Paid for and at home: it stays in the work folder, and a retry begins here.
    const trouble = diskTrouble(error, `the folder “${folder}”`);
    throw trouble ? new StageEnd({ kind: 'fail', error: trouble }) : error;
  }
}

function boxInPhotograph(box: Box | null, { uploads }: PreparedUpload, spec: OperationSpec): Box | null {
  const upload = uploads[spec.images[0]?.field ?? ''];
  if (box === null || upload === undefined) return null;
  const { x, y } = scaleToOriginal(upload);
  return { x: box.x * x, y: box.y * y, width: box.width * x, height: box.height * y };
}

/** The file of an earlier try that ended before it could say so. */
async function placedBefore(key: ResultKey, { store }: StageTools): Promise<Omit<PlacedImage, 'box'> | null> {
  for (const { path, hash } of store.writtenFiles.ofResult(key)) {
    const print = await fingerprint(path);
    if (print?.hash === hash) {
      const facts = await inspectImage(path);
      if (facts.kind === 'image') return { path, width: facts.width, height: facts.height, bytes: print.bytes };
    }
    // A name that was kept for it on a disk without hard links.
    if (print?.bytes === 0) await rm(path, { force: true });
  }
  return null;
}

async function makeFinished(
  job: Job,
  file: AnswerFile,
  spec: OperationSpec,
  prepared: PreparedUpload,
  tools: StageTools,
): Promise<{ finished: Finished; box: Box | null }> {
  const { folder } = tools;
  try {
    const image = await fullSize(finishRequest(job, file, prepared, tools));
    const original = await inspectImage(folder.source);
    if (original.kind !== 'image') throw new ImagingError('BAD_SOURCE', original.message);
    const finished = await finish(image, original as ImageFacts, spec, job.recipe.output, folder);
    if (!image.asItCame) await rm(image.path, { force: true });
    return { finished, box: image.box };
  } catch (error) {
    // The image library does not say why it could not write.
    if (!(error instanceof ImagingError) && (await isFull(folder.path))) {
      const message = 'The disk with Burnish’s work folder is full. Make room, then try again.';
      throw new StageEnd({ kind: 'fail', error: jobError('disk', 'ENOSPC', message, 'retry') });
    }
    throw error;
  }
}

async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < 16 * 1024 * 1024;
}

function finishRequest(job: Job, file: AnswerFile, prepared: PreparedUpload, { folder, signal }: StageTools) {
  return {
    spec: operations[job.operation] as OperationSpec,
    step: job.recipe.steps[job.step] as Step,
    stepIndex: job.step,
    prepared,
    file,
    folder,
    signal,
  };
}

function keyOf(job: Job, file: AnswerFile): ResultKey {
  return { jobId: job.id, step: job.step, element: file.element };
}

async function moveAcross(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from, { force: true });
  }
}
