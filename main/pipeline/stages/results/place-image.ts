/** Finishes one image of a result, and places a file for each output. */
import { rm, statfs } from 'node:fs/promises';
import type { Box } from '../../../../contract/jobs/result.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../../../contract/messages/message.ts';
import type { OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { operations } from '../../../../contract/operations/table.ts';
import { sourceTypeOf } from '../../../../contract/recipes/ai-disclosure.ts';
import type { Output } from '../../../../contract/recipes/output.ts';
import { outputsOf, type Step } from '../../../../contract/recipes/recipe.ts';
import { ImagingError } from '../../../imaging/errors.ts';
import { inspectImage } from '../../../imaging/read/inspect-image.ts';
import { scaleToOriginal } from '../../../imaging/restore/index.ts';
import { type Job, troubleOf } from '../../../store/index.ts';
import { diskJobError, jobError, StageEnd } from '../../stage-outcome.ts';
import type { PreparedUpload, ResponseFile, StageContext } from '../stage-types.ts';
import type { FailedOutput, PlacedImage, PlacedOutput } from './complete-job.ts';
import { type Finished, type FinishRequest, type FullSize, finishImage, restoreFullSize } from './finish-image.ts';
import { findPlacedBefore, type PlacedBefore, placeFile, toPlacedFile } from './place-file.ts';
import { checkResultFolder } from './result-folders.ts';

/**
 * Keeps files of an earlier try, and restores the image once for all others. A failed additional output does not stop
 * the rest.
 */
export async function placeImage(
  job: Job,
  file: ResponseFile,
  prepared: PreparedUpload,
  context: StageContext,
): Promise<PlacedImage> {
  if ('path' in file.from) await context.hold(file.from.path);
  const placement = new ImagePlacement(job, file, prepared, context);
  return placement.placeAll();
}

class ImagePlacement {
  private readonly job: Job;
  private readonly file: ResponseFile;
  private readonly prepared: PreparedUpload;
  private readonly context: StageContext;
  private readonly outputs: readonly Output[];
  private readonly files: PlacedOutput[] = [];
  private readonly failedOutputs: FailedOutput[] = [];
  private image: FullSize | null = null;

  constructor(job: Job, file: ResponseFile, prepared: PreparedUpload, context: StageContext) {
    this.job = job;
    this.file = file;
    this.prepared = prepared;
    this.context = context;
    this.outputs = outputsOf(job.recipe);
  }

  async placeAll(): Promise<PlacedImage> {
    const { element, box } = this.file;
    const before = await this.findPlaced();
    const isAnyPlaced = () => before.size > 0 || this.files.some(({ file }) => !('skipped' in file));
    try {
      for (const output of this.outputs.keys()) {
        const known = before.get(output);
        if (known) {
          this.files.push({ output, file: toPlacedFile(known), width: known.width, height: known.height });
          continue;
        }
        // At least one file of a paid result is kept.
        const isLast = output === this.outputs.length - 1;
        await this.placeOutput(output, isLast && !isAnyPlaced());
      }
      if (this.failedOutputs.length > 0 && !isAnyPlaced()) await this.placeOutput(0, true);
    } finally {
      await this.removeImage();
    }
    const boxInOriginal = boxInPhotograph(box, this.prepared, operations[this.job.operation]);
    return { element, files: this.files, notMade: this.failedOutputs, box: boxInOriginal };
  }

  private async findPlaced(): Promise<ReadonlyMap<number, PlacedBefore>> {
    const before = new Map<number, PlacedBefore>();
    for (const output of this.outputs.keys()) {
      const placed = await findPlacedBefore(this.job, { element: this.file.element, output }, this.context);
      if (placed) before.set(output, placed);
    }
    return before;
  }

  private async placeOutput(output: number, shouldKeep: boolean): Promise<void> {
    const { job, context } = this;
    // Check before the image is finished, which takes time.
    await checkResultFolder(job, output, context);
    const finished = await atRiskOrFull(context, () => this.finishOutput(output));
    if ('why' in finished) {
      this.failedOutputs.push(finished);
      return;
    }
    const { width, height, notes } = finished;
    const placed = await placeFile(job, { element: this.file.element, output, shouldKeep }, finished, context);
    const noteEvents = notes.map((text) => ({ kind: 'notice', text }) as const);
    const file = 'skipped' in placed ? placed : { ...placed, events: [...placed.events, ...noteEvents] };
    this.files.push({ output, file, width, height });
  }

  private async finishOutput(output: number): Promise<Finished | FailedOutput> {
    const { job, context } = this;
    this.image ??= await restoreFullSize(finishRequest(job, this.file, this.prepared, context));
    const { image } = this;
    const finished = await finishOrFail(image, job, this.outputs[output] ?? job.recipe.output, output, context);
    return 'why' in finished ? finished : { ...finished, notes: [...noteOfScale(image), ...finished.notes] };
  }

  private async removeImage(): Promise<void> {
    if (this.image !== null && !this.image.isFinishedFile) await rm(this.image.path, { force: true });
  }
}

export function finishRequest(
  job: Job,
  file: ResponseFile,
  prepared: PreparedUpload,
  { folder, signal }: StageContext,
): FinishRequest {
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

function noteOfScale({ unplacedScale }: FullSize): MessageDescriptor[] {
  if (unplacedScale === undefined) return [];
  return [msg('pipeline.output.unplaced', { percent: Math.round(unplacedScale * 100) })];
}

function boxInPhotograph(box: Box | null, { uploads }: PreparedUpload, spec: OperationSpec): Box | null {
  const upload = uploads[spec.images[0]?.field ?? ''];
  if (box === null || upload === undefined) return null;
  const { x, y } = scaleToOriginal(upload);
  return { x: box.x * x, y: box.y * y, width: box.width * x, height: box.height * y };
}

/** Falls back to the plainest form of the first output, so that no paid result is lost. */
async function finishOrFail(
  image: FullSize,
  job: Job,
  output: Output,
  number: number,
  context: StageContext,
): Promise<Finished | FailedOutput> {
  try {
    return await finishFile(image, job, output, context);
  } catch (error) {
    if (context.signal.aborted || (await isTransient(error, context))) throw error;
    const why = error instanceof ImagingError ? error.sentence : msg('pipeline.output.fault');
    const isPermanent = error instanceof ImagingError && error.code === 'CANNOT_WRITE';
    if (number > 0) return { output: number, why, isPermanent };
    const plain = await finishFile(image, job, { ...output, ...plainestOutput }, context).catch(() => null);
    // The output is not the cause.
    if (plain === null) throw error;
    return { ...plain, notes: [...plain.notes, joinMessages(msg('pipeline.output.plain'), why)] };
  }
}

const plainestOutput = {
  format: 'auto',
  size: { kind: 'photograph' },
  colour: 'photograph',
  mostKilobytes: null,
  clippingPath: false,
  composition: null,
} as const satisfies Partial<Output>;

/** Whether another try or disk may succeed. */
async function isTransient(error: unknown, { folder }: StageContext): Promise<boolean> {
  if (error instanceof StageEnd || troubleOf(error) !== null || diskJobError(error) !== null) return true;
  return !(error instanceof ImagingError) && isFull(folder.path);
}

async function finishFile(
  image: FullSize,
  job: Job,
  output: Output,
  { store, folder, signal }: StageContext,
): Promise<Finished> {
  const facts = await inspectImage(folder.source);
  if (facts.kind !== 'image') throw new ImagingError('BAD_SOURCE', facts.message);
  const { creator, copyright } = store.settings.recent();
  const credit = { creator: creator || null, copyright: copyright || null };
  const details = store.photographDetails.infoToWrite(job.photographId);
  const { contentHash } = job;
  const original = { facts, credit, details, contentHash, sourceType: sourceTypeOf(job.recipe.steps) };
  return finishImage(image, original, operations[job.operation], output, folder, signal);
}

/** @throws StageEnd if the disk is full, which the image library does not report */
async function atRiskOrFull<T>(context: StageContext, work: () => Promise<T>): Promise<T> {
  try {
    return await context.atRisk(work);
  } catch (error) {
    if (!(error instanceof ImagingError) && (await isFull(context.folder.path))) {
      const message = msg('pipeline.workFolder.full');
      throw new StageEnd({ kind: 'retry', error: jobError('disk', 'ENOSPC', message, 'retry') });
    }
    throw error;
  }
}

const minFreeBytes = 16 * 1024 * 1024;

async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < minFreeBytes;
}
