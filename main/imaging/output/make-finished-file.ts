/**
 * Makes the file of one output, with the photograph's metadata.
 *
 * Reading order of the parts: `compose/`, `path/`, `encode/` or `psd/`, `metadata/`.
 */
import { constants, copyFile, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Box } from '../../../contract/jobs/result.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Composition } from '../../../contract/recipes/composition.ts';
import { type Rendering, supports16Bit } from '../../../contract/recipes/output.ts';
import { compose } from '../compose/compose.ts';
import type { ReadableFormat } from '../decode/sniff-format.ts';
import type { FinishedFormat } from '../encode/image-encoders.ts';
import { prepareResult, type WriteMetadata } from '../encode/prepare-result.ts';
import { readJpegQuality } from '../encode/read-jpeg-quality.ts';
import type { Placement } from '../encode/size-plan.ts';
import { copyMetadata, profileOfPhotograph, readCarried } from '../metadata/copy-metadata.ts';
import { spliceResources } from '../metadata/formats/splice-resources.ts';
import { mergeXmpOnThread } from '../metadata/metadata-thread.ts';
import { replaceMetadata } from '../metadata/replace-metadata.ts';
import type { CarryRule } from '../metadata/rules/filter-metadata.ts';
import { isKeepAll } from '../metadata/rules/metadata-topics.ts';
import { mapPath, traceOutline } from '../path/clipping-path.ts';
import { createPathResources } from '../path/path-resource.ts';
import type { Subpath } from '../path/subpath.ts';
import { writeLayers } from '../psd/write-layers.ts';
import { type ImageFacts, inspectImage } from '../read/inspect-image.ts';
import { type Region, roundedUpSize, type Size } from '../size.ts';
import type { XmpChange } from '../xmp/merge-xmp.ts';

/** A result at the size of its photograph or a part of it. */
export interface FullSize {
  readonly path: string;
  /** Bounds in the photograph, px; null = all of it. */
  readonly box: Box | null;
  /** Size that `box` refers to. Default: the photograph's. */
  readonly madeOf?: Size;
  /** Whether it is a finished file, of the service or our own. */
  readonly isFinishedFile: boolean;
  /** Width of the upload by that of the photograph, for a part of unknown location. */
  readonly unplacedScale?: number;
}

export interface FinishedRequest {
  readonly picture: FullSize;
  /** Source of metadata and profile. */
  readonly photograph: string;
  readonly facts: ImageFacts;
  /** PSD layer below the result. Default: the photograph; null = none. */
  readonly baseLayerPath?: string | null;
  readonly sourceFormat: ReadableFormat;
  /** Other results get none of the photograph's metadata. */
  readonly isOfPhotograph: boolean;
  readonly rendering: Rendering;
  readonly rule: CarryRule;
  readonly xmpChange: XmpChange;
  /** Folder for the finished file and temporary ones. */
  readonly to: string;
  readonly signal: AbortSignal;
}

export interface Finished {
  readonly path: string;
  readonly extension: string;
  readonly width: number;
  readonly height: number;
  /** Notes for the user. */
  readonly notes: readonly MessageDescriptor[];
}

/** @throws ImagingError, the signal's reason or the disk's error; nothing is left then */
export async function makeFinishedFile(request: FinishedRequest): Promise<Finished> {
  const { rendering, picture, signal } = request;
  const composed = rendering.composition === null ? null : await composeCutout(request, rendering.composition);
  const finalPicture = composed?.image ?? picture;
  const photographBounds = await findPhotographBounds(request);
  const bounds =
    photographBounds && composed?.placement ? mapBounds(photographBounds, composed.placement) : photographBounds;
  const outline = rendering.clippingPath ? await traceOutline(finalPicture.path, signal) : null;
  const job = { ...request, picture: finalPicture, outline, bounds };
  try {
    const file =
      rendering.format === 'psd' ? await writeLayeredFile(job) : await writeEncodedFile(job, rendering.format);
    return { ...file, notes: [...(composed?.notes ?? []), ...file.notes] };
  } finally {
    if (finalPicture !== picture) await rm(finalPicture.path, { force: true });
  }
}

/** Leaves other results unchanged, with a note. */
async function composeCutout(
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
  return { image: { path, box: null, isFinishedFile: false }, placement, notes };
}

async function findPhotographBounds({ picture, photograph, facts }: FinishedRequest): Promise<Region | null> {
  const { width, height } = facts;
  if (picture.path === photograph) return { left: 0, top: 0, width, height };
  const pictureFacts = await inspectImage(picture.path);
  const { box, madeOf = facts } = picture;
  if (pictureFacts.kind !== 'image' || !isSameSize(madeOf, facts)) return null;
  if (box === null) return isSameSize(pictureFacts, facts) ? { left: 0, top: 0, width, height } : null;
  const isPart = isSameSize(pictureFacts, { width: Math.round(box.width), height: Math.round(box.height) });
  return isPart ? { left: -box.x, top: -box.y, width, height } : null;
}

const isSameSize = (a: Size, b: Size) => a.width === b.width && a.height === b.height;

const mapBounds = (bounds: Region, { scale, left, top }: Placement): Region => ({
  left: bounds.left * scale + left,
  top: bounds.top * scale + top,
  width: bounds.width * scale,
  height: bounds.height * scale,
});

interface FileJob extends FinishedRequest {
  readonly outline: readonly Subpath[] | null;
  /** The whole photograph in px of the picture; null = unknown. */
  readonly bounds: Region | null;
}

const hasChanges = (change: XmpChange) => Object.keys(change).length > 0;

/** 8 bits, in the photograph's colors, at full size. */
async function writeLayeredFile(job: FileJob): Promise<Finished> {
  const { picture, outline, bounds, photograph, facts, rule, baseLayerPath = photograph, to, signal } = job;
  const { left, top } = { left: picture.box?.x ?? 0, top: picture.box?.y ?? 0 };
  const hasProfile = facts.profile !== null;
  let notes: readonly MessageDescriptor[] = [];
  const carriedBy = async (document: Size, at: Pick<Region, 'left' | 'top'>) => {
    const frame = { ...document, photograph: bounds && mapBounds(bounds, { scale: 1, ...at }) };
    const like = { format: 'psd', channels: 3, hasProfile } as const;
    const { lost, ...carried } = await readCarried(photograph, frame, like, 'srgb', rule);
    notes = lost;
    if (!hasChanges(job.xmpChange)) return carried;
    return { ...carried, xmp: await mergeXmpOnThread(carried.xmp, job.xmpChange, basename(photograph)) };
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

async function writeEncodedFile(job: FileJob, format: FinishedFormat | 'auto'): Promise<Finished> {
  const { picture, outline, bounds, photograph, isOfPhotograph, rendering, rule, to } = job;
  const assumed = isOfPhotograph && picture.isFinishedFile && rendering.colour !== 'photograph';
  const prepared = await prepareResult({
    result: picture.path,
    sourceFormat: job.sourceFormat,
    output: { ...rendering, format },
    assumed: assumed ? await profileOfPhotograph(photograph) : null,
    shouldStripMetadata: !isKeepAll(rendering.metadata),
    to,
  });
  const { extension, width, height, placement } = prepared;
  const frame = { width, height, photograph: bounds && mapBounds(bounds, placement) };
  let lost: readonly MessageDescriptor[] = [];
  const describe: WriteMetadata = async (path, from = path) => {
    const untagged = picture.isFinishedFile ? 'source' : 'srgb';
    if (isOfPhotograph) lost = await copyMetadata(photograph, from, frame, untagged, rule, path);
    else if (from !== path) await copyFile(from, path, constants.COPYFILE_EXCL);
    // A result that shows something else gets only its source type.
    if ((isOfPhotograph || job.xmpChange.sourceType !== undefined) && hasChanges(job.xmpChange))
      await replaceMetadata(path, async ({ xmp }) => ({
        xmp: await mergeXmpOnThread(xmp, job.xmpChange, basename(photograph)),
      }));
    if (outline === null || (prepared.format !== 'jpeg' && prepared.format !== 'tiff')) return;
    await spliceResources(path, prepared.format, createPathResources(mapPath(outline, placement), { width, height }));
  };
  const write = (quality: number) => prepared.write(quality, describe);
  try {
    if (prepared.format !== 'jpeg' || rendering.mostKilobytes === null) {
      const shouldMatchQuality = prepared.format === 'jpeg' && isOfPhotograph && rendering.size.kind === 'photograph';
      const quality = shouldMatchQuality
        ? await qualityLike(photograph, job.facts, rendering.quality)
        : rendering.quality;
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
    await prepared.dispose();
  }
}

/** Lower qualities mean that the user wants small files. */
const minHighQuality = 90;

/** Raises a high quality to that of the photograph. */
async function qualityLike(photograph: string, facts: ImageFacts, quality: number): Promise<number> {
  if (facts.format !== 'jpeg' || quality < minHighQuality) return quality;
  return Math.max(quality, (await readJpegQuality(photograph)) ?? 0);
}

/** Lower qualities fall apart visibly. */
const minQuality = 50;

interface FittedFile {
  readonly path: string;
  readonly bytes: number;
  readonly quality: number;
  /** Whether the file is within the size. */
  readonly fits: boolean;
}

/**
 * Finds the best quality of a file within `maxBytes`, by bisection: at most eight files.
 * @param write writes a complete new file. @returns its path
 */
export async function fitFileSize(
  write: (quality: number) => Promise<string>,
  quality: number,
  maxBytes: number,
): Promise<FittedFile> {
  const tryQuality = async (triedQuality: number) => {
    const path = await write(triedQuality);
    return { path, bytes: (await stat(path)).size, quality: triedQuality };
  };
  let best = await tryQuality(quality);
  if (best.bytes <= maxBytes) return { ...best, fits: true };
  const floor = Math.min(minQuality, quality);
  let [low, high] = [floor - 1, quality];
  while (high - low > 1) {
    // Tries the lowest first: if that is too large, so are all others.
    const next = low < floor ? floor : Math.floor((low + high) / 2);
    const file = await tryQuality(next);
    const isWithin = file.bytes <= maxBytes;
    await rm((isWithin || next === floor ? best : file).path, { force: true });
    if (isWithin || next === floor) best = file;
    if (!isWithin && next === floor) return { ...best, fits: false };
    if (isWithin) low = next;
    else high = next;
  }
  return { ...best, fits: best.bytes <= maxBytes };
}
