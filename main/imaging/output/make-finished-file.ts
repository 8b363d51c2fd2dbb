/** Makes the file of one output: composed, sized, in its format and colours, with the photograph's data as far as they are kept. */
import { constants, copyFile, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Box } from '../../../contract/jobs/result.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Composition } from '../../../contract/recipes/composition.ts';
import { type Rendering, supports16Bit } from '../../../contract/recipes/output.ts';
import { jpegQuality } from '../check/jpeg-quality.ts';
import { compose } from '../compose/compose.ts';
import type { ReadableFormat } from '../decode/sniff-format.ts';
import { copyMetadata, profileOfPhotograph, readCarried } from '../metadata/copy-metadata.ts';
import { spliceResources } from '../metadata/formats/splice-resources.ts';
import { mergeXmpOnThread } from '../metadata/metadata-thread.ts';
import { replaceMetadata } from '../metadata/replace-metadata.ts';
import type { CarryRule } from '../metadata/rules/filter-metadata.ts';
import { isKeepAll } from '../metadata/rules/metadata-topics.ts';
import { photoshopPathResource } from '../path/path-resource.ts';
import type { Subpath } from '../path/subpath.ts';
import { writeLayers } from '../psd/write-layers.ts';
import { type ImageFacts, inspectImage } from '../read/inspect-image.ts';
import { type FinishedFormat, prepareResult, type WriteMetadata } from '../restore/encode.ts';
import { type Region, roundedUpSize, type Size } from '../size.ts';
import type { XmpChange } from '../xmp/merge-xmp.ts';
import { mapPath, type Placement, traceOutline } from './clipping-path.ts';
import { fitFileSize } from './fit-file-size.ts';

/** A result at the size of its photograph, or of its part of it. */
export interface FullSize {
  readonly path: string;
  /** Where it lies in the photograph, px; null = it covers it all. */
  readonly box: Box | null;
  /** Size of the picture that it was made of, which `box` is a part of; left out, that of the photograph. */
  readonly madeOf?: Size;
  /** True where it is a finished file: the service's own, or one of ours. */
  readonly asItCame: boolean;
  /** Set for a part of unknown location, which could not be restored: width of the upload by that of the photograph. */
  readonly unplacedScale?: number;
}

export interface FinishedRequest {
  readonly picture: FullSize;
  /** What data and profile are taken from: its path, and what is known of it. */
  readonly photograph: string;
  readonly facts: ImageFacts;
  /** What lies below the result in a Photoshop file: left out, the photograph; null = nothing. */
  readonly baseLayerPath?: string | null;
  /** Which `auto` follows for opaque results. */
  readonly sourceFormat: ReadableFormat;
  /** False for a result that shows something else: it gets none of its data. */
  readonly isOfPhotograph: boolean;
  readonly rendering: Rendering;
  readonly rule: CarryRule;
  /** Written as XMP besides. */
  readonly xmpChange: XmpChange;
  /** Folder for the finished file and temporary ones. */
  readonly to: string;
  readonly signal: AbortSignal;
}

export interface Finished {
  readonly path: string;
  /** With the dot. */
  readonly extension: string;
  readonly width: number;
  readonly height: number;
  /** What there is to say about it. */
  readonly notes: readonly MessageDescriptor[];
}

/** @throws ImagingError with a sentence, the signal's reason or the disk's error; nothing is left then */
export async function makeFinished(request: FinishedRequest): Promise<Finished> {
  const { rendering, picture, signal } = request;
  const composed = rendering.composition === null ? null : await composedOf(request, rendering.composition);
  const laid = composed?.image ?? picture;
  const shown = await photographIn(request);
  const bounds = shown && composed?.placement ? placed(shown, composed.placement) : shown;
  const outline = rendering.clippingPath ? await traceOutline(laid.path, signal) : null;
  const making = { ...request, picture: laid, outline, bounds };
  try {
    const made = rendering.format === 'psd' ? await layered(making) : await encoded(making, rendering.format);
    return { ...made, notes: [...(composed?.notes ?? []), ...made.notes] };
  } finally {
    if (laid !== picture) await rm(laid.path, { force: true });
  }
}

/** A cutout on its background; what is no cutout stays as it is, and that is said. */
async function composedOf(
  { picture, rendering, to, signal }: FinishedRequest,
  composition: Composition,
): Promise<{
  readonly image: FullSize;
  readonly placement: Placement | null;
  readonly notes: readonly MessageDescriptor[];
}> {
  const facts = await inspectImage(picture.path);
  if (facts.kind !== 'image' || !facts.alpha)
    return { image: picture, placement: null, notes: [msg('pipeline.result.notComposed')] };
  const depth = supports16Bit(rendering.format) ? rendering.depth : 8;
  const { path, placement, notes } = await compose({ cutout: picture.path, composition, depth, to, signal });
  return { image: { path, box: null, asItCame: false }, placement, notes };
}

/** Bounds of the whole photograph in px of the picture, which may show a part of it; null if it is not known which part. */
async function photographIn({ picture, photograph, facts }: FinishedRequest): Promise<Region | null> {
  const { width, height } = facts;
  if (picture.path === photograph) return { left: 0, top: 0, width, height };
  const shown = await inspectImage(picture.path);
  const { box, madeOf = facts } = picture;
  if (shown.kind !== 'image' || !isSameSize(madeOf, facts)) return null;
  if (box === null) return isSameSize(shown, facts) ? { left: 0, top: 0, width, height } : null;
  const isPart = isSameSize(shown, { width: Math.round(box.width), height: Math.round(box.height) });
  return isPart ? { left: -box.x, top: -box.y, width, height } : null;
}

const isSameSize = (a: Size, b: Size) => a.width === b.width && a.height === b.height;

const placed = (bounds: Region, { scale, left, top }: Placement): Region => ({
  left: bounds.left * scale + left,
  top: bounds.top * scale + top,
  width: bounds.width * scale,
  height: bounds.height * scale,
});

interface Making extends FinishedRequest {
  readonly outline: readonly Subpath[] | null;
  /** Of the whole photograph in px of the picture; null = unknown. */
  readonly bounds: Region | null;
}

const hasChanges = (change: XmpChange) => Object.keys(change).length > 0;

/** The photograph and the result as layers, 8 bits, in the photograph's colours, at full size. */
async function layered(making: Making): Promise<Finished> {
  const { picture, outline, bounds, photograph, facts, rule, baseLayerPath = photograph, to, signal } = making;
  const { left, top } = { left: picture.box?.x ?? 0, top: picture.box?.y ?? 0 };
  const hasProfile = facts.profile !== null;
  let notes: readonly MessageDescriptor[] = [];
  const carriedBy = async (document: Size, at: Pick<Region, 'left' | 'top'>) => {
    const frame = { ...document, photograph: bounds && placed(bounds, { scale: 1, ...at }) };
    const like = { format: 'psd', channels: 3, hasProfile } as const;
    const { lost, ...carried } = await readCarried(photograph, frame, like, 'srgb', rule);
    notes = lost;
    if (!hasChanges(making.xmpChange)) return carried;
    return { ...carried, xmp: await mergeXmpOnThread(carried.xmp, making.xmpChange, basename(photograph)) };
  };
  const { path, extension, width, height } = await writeLayers({
    original: baseLayerPath ?? picture.path,
    isAlone: baseLayerPath === null,
    result: picture.path,
    box: picture.box,
    path: outline && mapPath(outline, { scale: 1, left, top }),
    carriedBy,
    to,
    signal,
  });
  return { path, extension, width, height, notes };
}

async function encoded(making: Making, format: FinishedFormat | 'auto'): Promise<Finished> {
  const { picture, outline, bounds, photograph, isOfPhotograph, rendering, rule, to } = making;
  const assumed = isOfPhotograph && picture.asItCame && rendering.colour !== 'photograph';
  const ready = await prepareResult({
    result: picture.path,
    sourceFormat: making.sourceFormat,
    output: { ...rendering, format },
    assumed: assumed ? await profileOfPhotograph(photograph) : null,
    bare: !isKeepAll(rendering.metadata),
    to,
  });
  const { extension, width, height, placement } = ready;
  const frame = { width, height, photograph: bounds && placed(bounds, placement) };
  let lost: readonly MessageDescriptor[] = [];
  const describe: WriteMetadata = async (path, from = path) => {
    const untagged = picture.asItCame ? 'source' : 'srgb';
    if (isOfPhotograph) lost = await copyMetadata(photograph, from, frame, untagged, rule, path);
    else if (from !== path) await copyFile(from, path, constants.COPYFILE_EXCL);
    // Of what shows something else, only what it is made by is said.
    if ((isOfPhotograph || making.xmpChange.sourceType !== undefined) && hasChanges(making.xmpChange))
      await replaceMetadata(path, async ({ xmp }) => ({
        xmp: await mergeXmpOnThread(xmp, making.xmpChange, basename(photograph)),
      }));
    if (outline === null || (ready.format !== 'jpeg' && ready.format !== 'tiff')) return;
    await spliceResources(path, ready.format, photoshopPathResource(mapPath(outline, placement), { width, height }));
  };
  const write = (quality: number) => ready.write(quality, describe);
  try {
    if (ready.format !== 'jpeg' || rendering.mostKilobytes === null) {
      const isLikeIt = ready.format === 'jpeg' && isOfPhotograph && rendering.size.kind === 'photograph';
      const quality = isLikeIt ? await asGoodAs(photograph, making.facts, rendering.quality) : rendering.quality;
      const path = await write(quality);
      return { path, extension, width, height, notes: lost };
    }
    const maxBytes = rendering.mostKilobytes * 1024;
    const { path, bytes, fits, quality } = await fitFileSize(write, rendering.quality, maxBytes);
    const notes = fits
      ? []
      : [msg('pipeline.result.tooLarge', { size: roundedUpSize(bytes), most: { decimalBytes: maxBytes }, quality })];
    return { path, extension, width, height, notes: [...lost, ...notes] };
  } finally {
    await ready.dispose();
  }
}

/** From here on, quality was asked for; less is a wish for small files. */
const minHighQuality = 90;

/** The quality that is asked for, and no less than that of the photograph, unless small files are wanted. */
async function asGoodAs(photograph: string, facts: ImageFacts, quality: number): Promise<number> {
  if (facts.format !== 'jpeg' || quality < minHighQuality) return quality;
  return Math.max(quality, (await jpegQuality(photograph)) ?? 0);
}
