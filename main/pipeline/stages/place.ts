/** Stage 5: makes finished photographs of the results and gives them their final names; or keeps the data of an analysis. */
import { constants, copyFile, mkdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { OperationSpec } from '../../../preload/contract/operations/spec.ts';
import { operations } from '../../../preload/contract/operations/table.ts';
import type { Step } from '../../../preload/contract/recipe.ts';
import type { Box } from '../../../preload/contract/result.ts';
import { say } from '../../../preload/contract/sentence.ts';
import { ImagingError } from '../../imaging/errors.ts';
import { type ImageFacts, inspectImage } from '../../imaging/read/inspect.ts';
import { scaleAnalysis, scaleToOriginal } from '../../imaging/restore/scale-analysis.ts';
import type { Job } from '../../store/index.ts';
import { jobError, type Outcome, resultGone, StageEnd } from '../outcome.ts';
import { type Finished, finish, fullSize } from './finish.ts';
import { asBefore, placedBefore, placeFile, readyFolder } from './place-file.ts';
import { placeFollower } from './place-follower.ts';
import { doneWithAnalysis, doneWithImages, type PlacedImage } from './placed.ts';
import type { Answer, AnswerFile, PreparedUpload, StageTools } from './stage.ts';

export async function place(job: Job, tools: StageTools): Promise<Outcome> {
  const { store } = tools;
  const run = store.stepRuns.get(job.id, job.step);
  const answer = run?.answer as Answer | null | undefined;
  const prepared = run?.fit as PreparedUpload | null | undefined;
  if (job.follows !== null && !answer) return placeFollower(job, job.follows, tools);
  // Lost with a damaged database: the task may still know; how the photograph was fitted, nobody does.
  if (!answer) return { kind: 'next', to: 'fetching' };
  if (!prepared) return resultGone();
  if (answer.analysis !== undefined) return keepAnalysis(job, answer.analysis, prepared, tools);
  if (job.step < job.recipe.steps.length - 1) return beginNextStep(job, answer, prepared, tools);

  const images: PlacedImage[] = [];
  for (const file of answer.files) images.push(await placeOne(job, file, prepared, tools));
  return doneWithImages(job, images, tools);
}

function keepAnalysis(job: Job, raw: unknown, prepared: PreparedUpload, tools: StageTools): Outcome {
  const spec: OperationSpec = operations[job.operation];
  const upload = prepared.uploads[spec.images[0]?.field ?? ''];
  const body = upload ? scaleAnalysis(spec, raw, scaleToOriginal(upload)) : raw;
  const { width, height } = upload?.original ?? job;
  return doneWithAnalysis(job, { raw, body: body === raw ? null : body, width, height }, tools);
}

/** The full-size image of this step is what the next one begins with. */
async function beginNextStep(job: Job, answer: Answer, prepared: PreparedUpload, tools: StageTools): Promise<Outcome> {
  const [file] = answer.files;
  if (file === undefined) throw new ImagingError('BAD_RESULT', say('pipeline.result.none'));
  const image = await tools.atRisk(() => fullSize(finishRequest(job, file, prepared, tools)));
  const to = tools.folder.stepInput(job.step + 1);
  await mkdir(dirname(to), { recursive: true });
  // The service's own file stays until the move is written: a crash before that begins here again.
  if (image.asItCame) await copyFile(image.path, to, constants.COPYFILE_FICLONE);
  else await rename(image.path, to);
  return {
    kind: 'next',
    to: 'queued',
    step: job.step + 1,
    event: { kind: 'state', text: say('pipeline.step.done', { step: job.step + 1, steps: job.recipe.steps.length }) },
    commit: () => tools.store.stepRuns.spent(job.id, job.step),
  };
}

async function placeOne(job: Job, file: AnswerFile, prepared: PreparedUpload, tools: StageTools): Promise<PlacedImage> {
  const spec: OperationSpec = operations[job.operation];
  const { element } = file;
  const before = await placedBefore(job, element, tools);
  if (before) {
    const { width, height } = before;
    const box = boxInPhotograph(file.box, prepared, spec);
    return { element, file: asBefore(before), width, height, box };
  }
  // Asked before the photograph is finished, which takes time: a disk that is away may be so for long.
  await readyFolder(job, tools);
  const { finished, box } = await makeFinished(job, file, spec, prepared, tools);
  const placed = await placeFile(job, element, finished, tools);
  return { element, file: placed, width: finished.width, height: finished.height, box };
}

function boxInPhotograph(box: Box | null, { uploads }: PreparedUpload, spec: OperationSpec): Box | null {
  const upload = uploads[spec.images[0]?.field ?? ''];
  if (box === null || upload === undefined) return null;
  const { x, y } = scaleToOriginal(upload);
  return { x: box.x * x, y: box.y * y, width: box.width * x, height: box.height * y };
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
    return await tools.atRisk(async () => {
      const image = await fullSize(finishRequest(job, file, prepared, tools));
      const original = await inspectImage(folder.source);
      if (original.kind !== 'image') throw new ImagingError('BAD_SOURCE', original.message);
      const finished = await finish(image, original as ImageFacts, spec, job.recipe.output, folder);
      if (!image.asItCame) await rm(image.path, { force: true });
      return { finished, box: image.box };
    });
  } catch (error) {
    // The image library does not say why it could not write.
    if (!(error instanceof ImagingError) && (await isFull(folder.path))) {
      const message = say('pipeline.workFolder.full');
      throw new StageEnd({ kind: 'retry', error: jobError('disk', 'ENOSPC', message, 'retry') });
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
