import { randomUUID } from 'node:crypto';
import { constants, copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Color, Sharp } from 'sharp';
import { msg } from '../../../contract/messages/message.ts';
import { defaultBackground, type Rendering, supports16Bit, withDefaults } from '../../../contract/recipes/output.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { openImage, openUpright, strictOptions } from '../decode/open-image.ts';
import type { ReadableFormat } from '../decode/sniff-format.ts';
import { ImagingError } from '../errors.ts';
import { stripMetadata } from '../metadata/strip-metadata.ts';
import { type ImageFacts, inspectImage } from '../read/inspect-image.ts';
import type { Size } from '../size.ts';
import { encode, extensions, type FinishedFormat, opaqueFormat } from './image-encoders.ts';
import { padToCanvas } from './pad-canvas.ts';
import { assertWithinFormatLimit, assertWithinPixelLimit, isWithinFormatLimit } from './pixel-limit.ts';
import { type AssumedProfile, interpretationOf, renderOutput } from './render-output.ts';
import { type Placement, planSize, type SizePlan } from './size-plan.ts';

export interface EncodeRequest {
  /** The service's file, or the restored one. */
  readonly result: string;
  /** `auto` follows it for opaque results. */
  readonly sourceFormat: ReadableFormat;
  readonly output: Partial<Omit<Rendering, 'format'>> & {
    readonly format: FinishedFormat | 'auto';
    readonly quality: number;
  };
  /** Profile of a result that embeds none; null or omitted = sRGB. */
  readonly assumed?: AssumedProfile;
  readonly shouldStripMetadata?: boolean;
  /** Folder for the finished file. */
  readonly to: string;
}

export interface EncodedResult extends Size {
  readonly path: string;
  readonly format: FinishedFormat;
  readonly extension: string;
  readonly bytes: number;
}

/**
 * Writes metadata into a new file.
 * @param from file to copy to `path` first, if `path` does not exist
 */
export type WriteMetadata = (path: string, from?: string) => Promise<void>;

export interface PreparedResult extends Size {
  readonly format: FinishedFormat;
  readonly extension: string;
  /** Maps px of the result to the file. */
  readonly placement: Placement;
  /** @param describe adds metadata. @returns the new file's path */
  write(quality: number, describe?: WriteMetadata): Promise<string>;
  /** Removes temporary files. */
  dispose(): Promise<void>;
}

/**
 * Prepares `result` to be written, upright, into new files in `to`. Defaults: its own size, colors and profile, 8 bits.
 * An unchanged result is copied byte for byte, because encoding loses quality. JPEG gets the background instead of
 * transparency.
 * @throws ImagingError BAD_RESULT if undecodable, CANNOT_WRITE above 500 megapixels or the format's longest side
 */
export async function prepareResult(request: EncodeRequest): Promise<PreparedResult> {
  const { result, sourceFormat, output, assumed = null, to } = request;
  const facts = await inspectImage(result);
  if (facts.kind !== 'image') {
    throw new ImagingError('BAD_RESULT', msg('imaging.result.unreadable'));
  }
  const rendering = withDefaults(output);
  const plan = planSize(facts, rendering.size);
  assertWithinPixelLimit(plan.canvas);
  const format = output.format === 'auto' ? automaticFormat(facts, sourceFormat, plan.canvas) : output.format;
  assertWithinFormatLimit(format, plan.canvas);
  const depth = supports16Bit(format) ? rendering.depth : 8;
  const isSameSize = !plan.isScaled && plan.canvas.width === facts.width && plan.canvas.height === facts.height;
  const isPlain = isSameSize && rendering.colour === 'photograph' && depth === 8;
  const target = {
    ...plan.canvas,
    format,
    extension: extensions[format],
    placement: { scale: plan.picture.width / facts.width, left: plan.left, top: plan.top },
  };
  if (isPlain && isFinished(facts, format)) {
    return { ...target, write: createCopier(request, facts, target.extension), dispose: async () => undefined };
  }
  const { background = defaultBackground } = rendering.size;
  if (isPlain) {
    const write = createWriter(() => openInOwnColors(facts), format, background, to);
    return { ...target, write, dispose: async () => undefined };
  }
  const drawnDepth = facts.deep || rendering.colour !== 'photograph' ? depth : 8;
  let drawn = await renderOutput({ facts, plan, rendering: { ...rendering, depth: drawnDepth }, assumed, to });
  const isPadded = plan.canvas.width !== plan.picture.width || plan.canvas.height !== plan.picture.height;
  const isPaddedExactly = isPadded && drawnDepth === 16 && !facts.alpha;
  if (isPaddedExactly) {
    const unpadded = drawn;
    try {
      drawn = await padToCanvas(unpadded, plan, { grey: facts.colours === 'grey', background });
    } finally {
      await rm(unpadded, { force: true });
    }
  }
  // JPEG gets the same background around the picture as below it.
  const margin = facts.alpha && format !== 'jpeg' ? transparent : background;
  const openPicture = async () => openDrawn(drawn, facts, isPaddedExactly ? null : plan, margin, depth);
  const write = createWriter(openPicture, format, background, to);
  return { ...target, write, dispose: () => rm(drawn, { force: true }) };
}

const newPath = (folder: string, extension: string) => join(folder, `finished-${randomUUID()}${extension}`);

function createCopier({ result, shouldStripMetadata, to }: EncodeRequest, facts: ImageFacts, extension: string) {
  return async (_quality: number, describe?: WriteMetadata): Promise<string> => {
    const path = newPath(to, extension);
    const from = shouldStripMetadata === true ? ((await stripMetadata(facts, to))?.path ?? result) : result;
    if (from !== result) await rename(from, path);
    else if (describe === undefined) await copyFile(from, path, constants.COPYFILE_EXCL);
    await describe?.(path, from === result ? from : path);
    return path;
  };
}

function createWriter(openPicture: () => Promise<Sharp>, format: FinishedFormat, background: string, to: string) {
  return async (quality: number, describe?: WriteMetadata): Promise<string> => {
    const path = newPath(to, extensions[format]);
    if (format !== 'avif') {
      await encode(await openPicture(), format, quality, path, background);
      await describe?.(path);
      return path;
    }
    // The AVIF encoder copies metadata from the PNG.
    const described = newPath(to, '.png');
    try {
      await (await openPicture()).png({ compressionLevel: 1 }).toFile(described);
      await describe?.(described);
      const image = sharp(described, strictOptions).keepIccProfile().keepExif().keepXmp();
      await encode(image, format, quality, path, background);
    } finally {
      await rm(described, { force: true });
    }
    return path;
  };
}

const transparent = { r: 0, g: 0, b: 0, alpha: 0 };

/** @param plan null if the picture has its size */
function openDrawn(path: string, facts: ImageFacts, plan: SizePlan | null, margin: Color, depth: 8 | 16): Sharp {
  const image = sharp(path, { ...strictOptions, ignoreIcc: true })
    .keepIccProfile()
    .toColourspace(interpretationOf(facts, depth));
  if (plan === null) return image;
  const { canvas, picture, left, top } = plan;
  if (canvas.width === picture.width && canvas.height === picture.height) return image;
  return image.extend({
    left,
    top,
    right: canvas.width - picture.width - left,
    bottom: canvas.height - picture.height - top,
    background: margin,
  });
}

/** PNG for transparency, masks and sizes beyond the format's limit. */
function automaticFormat(facts: ImageFacts, sourceFormat: ReadableFormat, size: Size): FinishedFormat {
  const format = facts.alpha || facts.colours === 'grey' ? 'png' : opaqueFormat(sourceFormat);
  return isWithinFormatLimit(format, size) ? format : 'png';
}

function isFinished(facts: ImageFacts, format: FinishedFormat): boolean {
  // Restored images are uncompressed TIFFs, needlessly large.
  return facts.format === format && format !== 'tiff' && facts.orientation === 1 && facts.frames === 1 && !facts.deep;
}

async function openInOwnColors(facts: ImageFacts): Promise<Sharp> {
  if (facts.colours === 'grey' && !facts.alpha) {
    return (await openImage(facts.path, facts.format)).autoOrient().toColourspace('b-w');
  }
  if (facts.colours !== 'rgb' || facts.profile === null) return openUpright(facts);
  // sharp would convert 16 bits to Display P3 first.
  const image = await openImage(facts.path, facts.format, { ignoreIcc: facts.deep });
  return image.autoOrient().toColourspace('srgb').keepIccProfile();
}
