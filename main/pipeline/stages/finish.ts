/** Makes a finished photograph of a service's result: full size, the recipe's format, the original's metadata. */
import type { OperationSpec } from '../../../preload/contract/operations/spec.ts';
import type { Output, Step } from '../../../preload/contract/recipe.ts';
import type { Box } from '../../../preload/contract/result.ts';
import { type Sentence, say } from '../../../preload/contract/sentence.ts';
import { ImagingError } from '../../imaging/errors.ts';
import type { FittedUpload } from '../../imaging/fit/fit.ts';
import { keepsAll } from '../../imaging/metadata/groups.ts';
import { copyMetadata, profileOfPhotograph } from '../../imaging/metadata/metadata.ts';
import type { Credit } from '../../imaging/metadata/xmp-properties.ts';
import { withinBytes } from '../../imaging/output/most-bytes.ts';
import { type ImageFacts, inspectImage } from '../../imaging/read/inspect.ts';
import { readyResult } from '../../imaging/restore/encode.ts';
import { restoreToSource } from '../../imaging/restore/restore.ts';
import { requireModestSize } from '../../imaging/restore/result-limit.ts';
import { developedIn, formatToFollow } from './developed-source.ts';
import { sidecarIn, writeTitle } from './sidecar.ts';
import type { AnswerFile, PreparedUpload } from './stage.ts';
import type { WorkFolder } from './work-folder.ts';

export interface FullSize {
  readonly path: string;
  /** Where it lies in the photograph, px; null = it covers it all. */
  readonly box: Box | null;
  /** True where it is the service's own file. */
  readonly asItCame: boolean;
}

export interface FinishRequest {
  readonly spec: OperationSpec;
  readonly step: Step;
  readonly stepIndex: number;
  readonly prepared: PreparedUpload;
  readonly file: AnswerFile;
  readonly folder: WorkFolder;
  readonly signal: AbortSignal;
}

/** A result brought back to the size of the image its step began with; with `restore: none`, as it came. */
export async function fullSize(request: FinishRequest): Promise<FullSize> {
  const { spec, prepared, file, folder, signal, stepIndex } = request;
  const result = 'path' in file.from ? file.from.path : folder.result(stepIndex, 0);
  const upload = prepared.uploads[spec.images[0]?.field ?? ''];
  await requireModestSize(result, Object.values(prepared.uploads));
  if (spec.restore === 'none' || spec.restore === 'coordinates' || upload === undefined) {
    return { path: result, box: file.box, asItCame: true };
  }
  if (prepared.localForm === null && (await isFullSize(request, result, upload))) {
    return { path: result, box: file.box, asItCame: true };
  }
  const restored = await restoreToSource({
    source: folder.stepInput(stepIndex),
    uploaded: upload,
    result,
    how: spec.restore,
    form: prepared.localForm ?? 'cutout',
    box: file.box,
    to: folder.scratch,
    signal,
  });
  return { path: restored.path, box: restored.box, asItCame: false };
}

/** True where the service's file needs nothing: made from the photograph itself, and as large as that (or as its box). */
async function isFullSize({ spec, step, file }: FinishRequest, result: string, upload: FittedUpload): Promise<boolean> {
  if (upload.steps.length > 0) return false;
  const form = spec.outputForm === undefined ? undefined : step.params[spec.outputForm];
  // Only a plain result can be enlarged; a form the service was asked for is what the user gets.
  if (form !== undefined) return true;
  const facts = await inspectImage(result);
  if (facts.kind !== 'image') throw new ImagingError('BAD_RESULT', say('imaging.result.unreadable'));
  const whole = file.box ?? upload;
  return facts.width === Math.round(whole.width) && facts.height === Math.round(whole.height);
}

export interface Finished {
  readonly path: string;
  readonly extension: string;
  readonly width: number;
  readonly height: number;
  /** What there is to say about it. */
  readonly notes: readonly Sentence[];
}

/** The photograph of a job, and whose it is where it does not say so itself. */
export interface Original {
  readonly facts: ImageFacts;
  readonly credit: Credit;
}

/**
 * Makes the file of one output of a full-size image, with the photograph's metadata as far as the output keeps them; a result that is
 * no photograph of it gets none.
 */
export async function finish(
  image: FullSize,
  { facts, credit }: Original,
  spec: OperationSpec,
  output: Output,
  folder: WorkFolder,
): Promise<Finished> {
  const isOfPhotograph = spec.restore !== 'none';
  const { keep, without, creator, copyright } = output.metadata;
  const beside = await sidecarIn(folder);
  const rule = {
    keep,
    without,
    creator: creator ?? beside.creator ?? credit.creator,
    copyright: copyright ?? beside.rights ?? credit.copyright,
  };
  const assumed = isOfPhotograph && image.asItCame && output.colour !== 'photograph';
  const ready = await readyResult({
    result: image.path,
    sourceFormat: formatToFollow(facts.format, (await developedIn(folder))?.from ?? null),
    output,
    assumed: assumed ? await profileOfPhotograph(folder.source) : null,
    bare: !keepsAll(output.metadata),
    to: folder.scratch,
  });
  const { extension, width, height } = ready;
  const describe = async (path: string) => {
    if (!isOfPhotograph) return;
    await copyMetadata(folder.source, path, { width, height }, image.asItCame ? 'source' : 'srgb', rule);
    if (keepsAll(output.metadata)) await writeTitle(beside, path);
  };
  const write = (quality: number) => ready.write(quality, describe);
  try {
    if (ready.format !== 'jpeg' || output.mostKilobytes === null) {
      return { path: await write(output.quality), extension, width, height, notes: [] };
    }
    const most = output.mostKilobytes * 1024;
    const { path, bytes, fits, quality } = await withinBytes(write, output.quality, most);
    const notes = fits ? [] : [say('pipeline.result.tooLarge', { size: { bytes }, most: { bytes: most }, quality })];
    return { path, extension, width, height, notes };
  } finally {
    await ready.dispose();
  }
}
