/** Stage 5: makes finished photographs of the results and gives them their final names; or keeps the data of an analysis. */
import { rm, statfs } from 'node:fs/promises';
import type { Box } from '../../../contract/jobs/result.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { sourceTypeOf } from '../../../contract/recipes/ai-disclosure.ts';
import type { Output } from '../../../contract/recipes/output.ts';
import { outputsOf, type Step } from '../../../contract/recipes/recipe.ts';
import { ImagingError } from '../../imaging/errors.ts';
import { inspectImage } from '../../imaging/read/inspect-image.ts';
import { scaleAnalysis, scaleToOriginal } from '../../imaging/restore/scale-analysis.ts';
import { type Job, troubleOf } from '../../store/index.ts';
import { diskJobError, jobError, type Outcome, StageEnd } from '../stage-outcome.ts';
import {
  completeWithAnalysis,
  completeWithImages,
  type FailedOutput,
  type PlacedImage,
  type PlacedOutput,
} from './results/complete-job.ts';
import { type Finished, type FullSize, finishImage, restoreFullSize } from './results/finish-image.ts';
import { findPlacedBefore, type PlacedBefore, placeFile, prepareFolder, toPlacedFile } from './results/place-file.ts';
import { placeFollower } from './results/place-follower.ts';
import { lostFitOutcome, rebuildFit, withFitNotice } from './results/rebuild-fit.ts';
import { checkFollowerConditions } from './source/check-conditions.ts';
import { hasSourceCopy } from './source/copy-source.ts';
import type { PreparedUpload, ResponseFile, StageContext, StepResponse } from './stage-types.ts';
import { hasLostFile } from './work/kept-files.ts';
import { writeStepInput } from './work/step-input.ts';
import { stepRunOf } from './work/step-run.ts';

export async function place(job: Job, context: StageContext): Promise<Outcome> {
  const { store } = context;
  const run = stepRunOf(job, store);
  const answer = run?.answer ?? null;
  if (job.follows !== null && !answer) {
    return (await checkFollowerConditions(job, context)) ?? placeFollower(job, job.follows, context);
  }
  // Lost with a damaged database: the task may still know.
  if (run === null || answer === null) return { kind: 'next', to: 'fetching' };
  if (run.fit !== null) return placeAnswer(job, answer, run.fit, context);
  const rebuilt = await rebuildFit(job, answer, run, context);
  if (rebuilt === null) return lostFitOutcome();
  return withFitNotice(await placeAnswer(job, answer, rebuilt, context), job, context);
}

async function placeAnswer(
  job: Job,
  answer: StepResponse,
  prepared: PreparedUpload,
  context: StageContext,
): Promise<Outcome> {
  if (answer.analysis !== undefined) return keepAnalysis(job, answer.analysis, prepared, context);
  // It may have waited for its folder over a power cut.
  if ((await hasLostFile(answer, context)) || !(await hasSourceCopy(job, context)))
    return { kind: 'next', to: 'fetching' };
  if (job.step < job.recipe.steps.length - 1) return beginNextStep(job, answer, prepared, context);

  const images: PlacedImage[] = [];
  for (const file of answer.files) images.push(await placeOne(job, file, prepared, context));
  return completeWithImages(job, images, context);
}

function keepAnalysis(job: Job, raw: unknown, prepared: PreparedUpload, context: StageContext): Outcome {
  const spec: OperationSpec = operations[job.operation];
  const upload = prepared.uploads[spec.images[0]?.field ?? ''];
  const body = upload ? scaleAnalysis(spec, raw, scaleToOriginal(upload)) : raw;
  const { width, height } = upload?.original ?? job;
  return completeWithAnalysis(job, { raw, body: body === raw ? null : body, width, height }, context);
}

/** The full-size image of this step is what the next one begins with. */
async function beginNextStep(
  job: Job,
  answer: StepResponse,
  prepared: PreparedUpload,
  context: StageContext,
): Promise<Outcome> {
  const [file] = answer.files;
  if (file === undefined) throw new ImagingError('BAD_RESULT', msg('pipeline.result.none'));
  const image = await context.atRisk(() => restoreFullSize(finishRequest(job, file, prepared, context)));
  const nextInput = await writeStepInput(image, job.step + 1, context);
  return {
    kind: 'next',
    to: 'queued',
    step: job.step + 1,
    event: { kind: 'state', text: msg('pipeline.step.done', { step: job.step + 1, steps: job.recipe.steps.length }) },
    // The response stays: a power cut may take the image that was made of it.
    commit: () => context.store.stepRuns.answered(job.id, job.step, { ...answer, nextInput }),
  };
}

/**
 * One image of the result, for each output a file. What an earlier try has placed stays; the image is made once for all that are left.
 * A further output of which no file can be made is told of, and keeps none of the others back.
 */
async function placeOne(
  job: Job,
  file: ResponseFile,
  prepared: PreparedUpload,
  context: StageContext,
): Promise<PlacedImage> {
  const { element } = file;
  if ('path' in file.from) await context.hold(file.from.path);
  const outputs = outputsOf(job.recipe);
  const before = new Map<number, PlacedBefore>();
  for (const output of outputs.keys()) {
    const placed = await findPlacedBefore(job, { element, output }, context);
    if (placed) before.set(output, placed);
  }
  const files: PlacedOutput[] = [];
  const notMade: FailedOutput[] = [];
  let image: FullSize | null = null;
  const placeOutput = async (output: number, shouldKeep: boolean): Promise<void> => {
    // Asked before the photograph is finished, which takes time: a disk that is away may be so for long.
    await prepareFolder(job, context, output);
    const finished = await atRiskOrFull(context, async () => {
      image ??= await restoreFullSize(finishRequest(job, file, prepared, context));
      const made = await makeOrTell(image, job, outputs[output] ?? job.recipe.output, output, context);
      return 'why' in made ? made : { ...made, notes: [...noteOfScale(image), ...made.notes] };
    });
    if ('why' in finished) {
      notMade.push(finished);
      return;
    }
    const { width, height, notes } = finished;
    const placed = await placeFile(job, { element, output, mustStay: shouldKeep }, finished, context);
    const noteEvents = notes.map((text) => ({ kind: 'notice', text }) as const);
    const withNotes = 'skipped' in placed ? placed : { ...placed, events: [...placed.events, ...noteEvents] };
    files.push({ output, file: withNotes, width, height });
  };
  try {
    for (const output of outputs.keys()) {
      const known = before.get(output);
      if (known) files.push({ output, file: toPlacedFile(known), width: known.width, height: known.height });
      // Of several files that may be there already, one at least is kept of what is paid.
      else await placeOutput(output, output === outputs.length - 1 && !isAnyPlaced(files, before));
    }
    if (notMade.length > 0 && !isAnyPlaced(files, before)) await placeOutput(0, true);
  } finally {
    await removeOwn(image);
  }
  return { element, files, notMade, box: boxInPhotograph(file.box, prepared, operations[job.operation]) };
}

/** Returns a note with the scale of a part that could not be restored to the size of its photograph. */
function noteOfScale({ unplacedScale }: FullSize): MessageDescriptor[] {
  if (unplacedScale === undefined) return [];
  return [msg('pipeline.output.unplaced', { percent: Math.round(unplacedScale * 100) })];
}

function isAnyPlaced(files: readonly PlacedOutput[], before: ReadonlyMap<number, PlacedBefore>): boolean {
  return before.size > 0 || files.some(({ file }) => !('skipped' in file));
}

async function removeOwn(image: FullSize | null): Promise<void> {
  if (image !== null && !image.asItCame) await rm(image.path, { force: true });
}

function boxInPhotograph(box: Box | null, { uploads }: PreparedUpload, spec: OperationSpec): Box | null {
  const upload = uploads[spec.images[0]?.field ?? ''];
  if (box === null || upload === undefined) return null;
  const { x, y } = scaleToOriginal(upload);
  return { x: box.x * x, y: box.y * y, width: box.width * x, height: box.height * y };
}

/**
 * The file of an output, or why there is none. Of the first there always is one, as plain as it has to be: what was paid for is never
 * lost for what is to be made of it.
 */
async function makeOrTell(
  image: FullSize,
  job: Job,
  output: Output,
  number: number,
  context: StageContext,
): Promise<Finished | FailedOutput> {
  try {
    return await makeFinished(image, job, output, context);
  } catch (error) {
    if (context.signal.aborted || (await isOfDisk(error, context))) throw error;
    const why = error instanceof ImagingError ? error.sentence : msg('pipeline.output.fault');
    const isPermanent = error instanceof ImagingError && error.code === 'CANNOT_WRITE';
    if (number > 0) return { output: number, why, isPermanent };
    const plain = await makeFinished(image, job, { ...output, ...plainest }, context).catch(() => null);
    // Nothing is wrong with the output then.
    if (plain === null) throw error;
    return { ...plain, notes: [...plain.notes, joinMessages(msg('pipeline.output.plain'), why)] };
  }
}

const plainest = {
  ...{ format: 'auto', size: { kind: 'photograph' }, colour: 'photograph', mostKilobytes: null },
  ...{ clippingPath: false, composition: null },
} as const satisfies Partial<Output>;

/** What another try, or another disk, may get over. */
async function isOfDisk(error: unknown, { folder }: StageContext): Promise<boolean> {
  if (error instanceof StageEnd || troubleOf(error) !== null || diskJobError(error) !== null) return true;
  return !(error instanceof ImagingError) && isFull(folder.path);
}

async function makeFinished(
  image: FullSize,
  job: Job,
  output: Output,
  { store, folder, signal }: StageContext,
): Promise<Finished> {
  const facts = await inspectImage(folder.source);
  if (facts.kind !== 'image') throw new ImagingError('BAD_SOURCE', facts.message);
  const { creator, copyright } = store.settings.read();
  const credit = { creator: creator || null, copyright: copyright || null };
  const details = store.photographDetails.infoToWrite(job.photographId);
  const { contentHash } = job;
  const original = { facts, credit, details, contentHash, sourceType: sourceTypeOf(job.recipe.steps) };
  return finishImage(image, original, operations[job.operation], output, folder, signal);
}

async function atRiskOrFull<T>(context: StageContext, work: () => Promise<T>): Promise<T> {
  try {
    return await context.atRisk(work);
  } catch (error) {
    // The image library does not say why it could not write.
    if (!(error instanceof ImagingError) && (await isFull(context.folder.path))) {
      const message = msg('pipeline.workFolder.full');
      throw new StageEnd({ kind: 'retry', error: jobError('disk', 'ENOSPC', message, 'retry') });
    }
    throw error;
  }
}

async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < 16 * 1024 * 1024;
}

function finishRequest(job: Job, file: ResponseFile, prepared: PreparedUpload, { folder, signal }: StageContext) {
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
