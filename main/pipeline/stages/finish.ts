/** Makes a finished photograph of a service's result: full size, the recipe's format, the original's metadata. */
import { rm } from 'node:fs/promises';
import type { Composition } from '../../../preload/contract/composition.ts';
import type { OperationSpec } from '../../../preload/contract/operations/spec.ts';
import type { Output, Step } from '../../../preload/contract/recipe.ts';
import type { Box } from '../../../preload/contract/result.ts';
import { type Sentence, say } from '../../../preload/contract/sentence.ts';
import { compose } from '../../imaging/compose/compose.ts';
import { ImagingError } from '../../imaging/errors.ts';
import type { FittedUpload } from '../../imaging/fit/fit.ts';
import { keepsAll } from '../../imaging/metadata/groups.ts';
import type { CarryRule } from '../../imaging/metadata/keep.ts';
import { copyMetadata, profileOfPhotograph, readCarried } from '../../imaging/metadata/metadata.ts';
import { spliceResources } from '../../imaging/metadata/splice-resources.ts';
import type { Credit } from '../../imaging/metadata/xmp-properties.ts';
import { outlineOf, placedPath } from '../../imaging/output/clipping-path.ts';
import { withinBytes } from '../../imaging/output/most-bytes.ts';
import { photoshopPathResource } from '../../imaging/path/path-resource.ts';
import type { Subpath } from '../../imaging/path/subpath.ts';
import { writeLayered } from '../../imaging/psd/layered.ts';
import { type ImageFacts, inspectImage } from '../../imaging/read/inspect.ts';
import { type FinishedFormat, readyResult } from '../../imaging/restore/encode.ts';
import { restoreToSource } from '../../imaging/restore/restore.ts';
import { requireModestSize } from '../../imaging/restore/result-limit.ts';
import { developedIn, formatToFollow } from './developed-source.ts';
import { type Named, sidecarIn, writeTitle } from './sidecar.ts';
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
  original: Original,
  spec: OperationSpec,
  output: Output,
  folder: WorkFolder,
  signal: AbortSignal,
): Promise<Finished> {
  const { keep, without, creator, copyright } = output.metadata;
  const beside = await sidecarIn(folder);
  const rule = {
    keep,
    without,
    creator: creator ?? beside.creator ?? original.credit.creator,
    copyright: copyright ?? beside.rights ?? original.credit.copyright,
  };
  const composed = output.composition === null ? null : await composedOf(image, output.composition, folder, signal);
  const picture = composed?.image ?? image;
  const outline = output.clippingPath ? await outlineOf(picture.path, signal) : null;
  const making = {
    picture,
    outline,
    original,
    isOfPhotograph: spec.restore !== 'none',
    output,
    rule,
    beside,
    folder,
    signal,
  };
  try {
    const made = output.format === 'psd' ? await layered(making) : await encoded(making, output.format);
    return { ...made, notes: [...(composed?.notes ?? []), ...made.notes] };
  } finally {
    if (composed !== null && composed.image !== image) await rm(composed.image.path, { force: true });
  }
}

/** A cutout on its background; what is no cutout stays as it is, and that is said. */
async function composedOf(
  image: FullSize,
  composition: Composition,
  folder: WorkFolder,
  signal: AbortSignal,
): Promise<{ readonly image: FullSize; readonly notes: readonly Sentence[] }> {
  const facts = await inspectImage(image.path);
  if (facts.kind !== 'image' || !facts.alpha) return { image, notes: [say('pipeline.result.notComposed')] };
  const { path, notes } = await compose({ cutout: image.path, composition, to: folder.scratch, signal });
  return { image: { path, box: null, asItCame: false }, notes };
}

interface Making {
  readonly picture: FullSize;
  readonly outline: readonly Subpath[] | null;
  readonly original: Original;
  readonly isOfPhotograph: boolean;
  readonly output: Output;
  readonly rule: CarryRule;
  readonly beside: Named;
  readonly folder: WorkFolder;
  readonly signal: AbortSignal;
}

/** The photograph and the result as layers, 8 bits, in the photograph's colours, at full size. */
async function layered({ picture, outline, original, rule, folder, signal }: Making): Promise<Finished> {
  const { facts } = original;
  const { left, top } = { left: picture.box?.x ?? 0, top: picture.box?.y ?? 0 };
  const hasProfile = facts.profile !== null;
  const { path, extension, width, height } = await writeLayered({
    original: folder.source,
    result: picture.path,
    box: picture.box,
    path: outline && placedPath(outline, { scale: 1, left, top }),
    carried: await readCarried(folder.source, facts, { channels: 3, hasProfile }, 'srgb', rule),
    to: folder.scratch,
    signal,
  });
  return { path, extension, width, height, notes: [] };
}

async function encoded(making: Making, format: FinishedFormat | 'auto'): Promise<Finished> {
  const { picture, outline, original, isOfPhotograph, output, rule, beside, folder } = making;
  const assumed = isOfPhotograph && picture.asItCame && output.colour !== 'photograph';
  const ready = await readyResult({
    result: picture.path,
    sourceFormat: formatToFollow(original.facts.format, (await developedIn(folder))?.from ?? null),
    output: { ...output, format },
    assumed: assumed ? await profileOfPhotograph(folder.source) : null,
    bare: !keepsAll(output.metadata),
    to: folder.scratch,
  });
  const { extension, width, height, placement } = ready;
  const describe = async (path: string) => {
    if (isOfPhotograph) {
      await copyMetadata(folder.source, path, { width, height }, picture.asItCame ? 'source' : 'srgb', rule);
      if (keepsAll(output.metadata)) await writeTitle(beside, path);
    }
    if (outline === null || (ready.format !== 'jpeg' && ready.format !== 'tiff')) return;
    await spliceResources(path, ready.format, photoshopPathResource(placedPath(outline, placement), { width, height }));
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
