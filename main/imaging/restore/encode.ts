/** Writes a finished image in the format the recipe asks for. */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Color, Sharp } from 'sharp';
import { msg } from '../../../contract/messages/message.ts';
import {
  defaultBackground,
  type Output,
  type Rendering,
  supports16Bit,
  withDefaults,
} from '../../../contract/recipes/output.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { openImage, openUpright, strictOptions } from '../decode/open-image.ts';
import type { ReadableFormat } from '../decode/sniff-format.ts';
import { ImagingError } from '../errors.ts';
import { usesOptimizedTables } from '../huffman-tables.ts';
import { stripMetadata } from '../metadata/strip-metadata.ts';
import type { Placement } from '../output/clipping-path.ts';
import { padToCanvas } from '../output/pad-canvas.ts';
import { assertWithinFormatLimit, assertWithinPixelLimit, isWithinFormatLimit } from '../output/pixel-limit.ts';
import { type AssumedProfile, interpretationOf, renderOutput } from '../output/render-output.ts';
import { runExclusive } from '../output/run-exclusive.ts';
import { type SizePlan, sizePlan } from '../output/size-plan.ts';
import { type ImageFacts, inspectImage } from '../read/inspect-image.ts';
import type { Size } from '../size.ts';

/** What is written by the image library; PSD files are put together layer by layer, see `psd/`. */
export type FinishedFormat = Exclude<Output['format'], 'auto' | 'psd'>;

export interface EncodeRequest {
  /** The service's file, or the restored one. */
  readonly result: string;
  /** The photograph's own format, which `auto` follows for opaque results. */
  readonly sourceFormat: ReadableFormat;
  readonly output: Partial<Omit<Rendering, 'format'>> & {
    readonly format: FinishedFormat | 'auto';
    readonly quality: number;
  };
  /** The profile a result's numbers are in that names none; null or left out = sRGB. */
  readonly assumed?: AssumedProfile;
  /** Nothing that the service wrote into its file beside the picture is to stay. */
  readonly bare?: boolean;
  /** Folder for the finished file. */
  readonly to: string;
}

export interface EncodedResult extends Size {
  readonly path: string;
  readonly format: FinishedFormat;
  /** With the dot: ".jpg". */
  readonly extension: string;
  readonly bytes: number;
}

/**
 * Gives a file that was just written the data that go with it, in its place.
 * @param from where the file is, if it is another one: then one with the same picture is to be made at `path`
 */
export type WriteMetadata = (path: string, from?: string) => Promise<void>;

/** A result that can be written as its output asks for. */
export interface PreparedResult extends Size {
  readonly format: FinishedFormat;
  /** With the dot. */
  readonly extension: string;
  /** How px of the result become those of the file. */
  readonly placement: Placement;
  /** Writes a new file, with what `describe` adds. @returns its path */
  write(quality: number, describe?: WriteMetadata): Promise<string>;
  /** Removes what was made on the way. */
  dispose(): Promise<void>;
}

export const extensions: Readonly<Record<FinishedFormat, string>> = {
  png: '.png',
  jpeg: '.jpg',
  webp: '.webp',
  tiff: '.tif',
  avif: '.avif',
};

/**
 * Encodes `result` into a new file in `to`, upright, in the size, colours and depth that are asked for, else as large as it is,
 * with 8 bits per channel, in the colours it is in (a profile stays). A result that already is all of that is copied byte for
 * byte, so that nothing is lost by encoding it twice. JPEG cannot be transparent: what was, is laid on the background.
 * @throws ImagingError BAD_RESULT when the result cannot be decoded, CANNOT_WRITE beyond 500 megapixels
 * or the longest side of the format.
 */
export async function encodeResult(request: EncodeRequest, describe?: WriteMetadata): Promise<EncodedResult> {
  const ready = await prepareResult(request);
  try {
    const path = await ready.write(request.output.quality, describe);
    const { format, extension, width, height } = ready;
    return { path, format, extension, width, height, bytes: (await stat(path)).size };
  } finally {
    await ready.dispose();
  }
}

/** The same, to be written once or, with other qualities, several times. @throws as `encodeResult` */
export async function prepareResult({
  result,
  sourceFormat,
  output,
  assumed,
  bare,
  to,
}: EncodeRequest): Promise<PreparedResult> {
  const facts = await inspectImage(result);
  if (facts.kind !== 'image') {
    throw new ImagingError('BAD_RESULT', msg('imaging.result.unreadable'));
  }
  const wanted = withDefaults(output);
  const plan = sizePlan(facts, wanted.size);
  assertWithinPixelLimit(plan.canvas);
  const format = output.format === 'auto' ? automatic(facts, sourceFormat, plan.canvas) : output.format;
  assertWithinFormatLimit(format, plan.canvas);
  const depth = supports16Bit(format) ? wanted.depth : 8;
  const extension = extensions[format];
  const newPath = (ending = extension) => join(to, `finished-${randomUUID()}${ending}`);
  const isSame = !plan.isScaled && plan.canvas.width === facts.width && plan.canvas.height === facts.height;
  const isPlain = isSame && wanted.colour === 'photograph' && depth === 8;
  const placement = { scale: plan.picture.width / facts.width, left: plan.left, top: plan.top };
  if (isPlain && isFinished(facts, format)) {
    const write: PreparedResult['write'] = async (_, describe) => {
      const path = newPath();
      const from = bare === true ? ((await stripMetadata(facts, to))?.path ?? result) : result;
      if (from !== result) await rename(from, path);
      else if (describe === undefined) await copyFile(from, path, constants.COPYFILE_EXCL);
      await describe?.(path, from === result ? from : path);
      return path;
    };
    return { ...plan.canvas, format, extension, placement, write, dispose: async () => undefined };
  }
  const drawnDepth = facts.deep || wanted.colour !== 'photograph' ? depth : 8;
  let drawn = isPlain
    ? null
    : await renderOutput({ facts, plan, rendering: { ...wanted, depth: drawnDepth }, assumed: assumed ?? null, to });
  const { background = defaultBackground } = wanted.size;
  // What lies flat is laid on the same background as what surrounds it.
  const around = facts.alpha && format !== 'jpeg' ? clear : background;
  const isLaid = plan.canvas.width !== plan.picture.width || plan.canvas.height !== plan.picture.height;
  const isExactly = isLaid && drawnDepth === 16 && !facts.alpha;
  if (drawn !== null && isExactly) {
    const bare = drawn;
    try {
      drawn = await padToCanvas(bare, plan, { grey: facts.colours === 'grey', background });
    } finally {
      await rm(bare, { force: true });
    }
  }
  const picture = async () =>
    drawn === null ? openInOwnColors(facts) : openDrawn(drawn, facts, isExactly ? null : plan, around, depth);
  return {
    ...plan.canvas,
    format,
    extension,
    placement,
    async write(quality, describe) {
      const path = newPath();
      if (format !== 'avif') {
        await encode(await picture(), format, quality, path, background);
        await describe?.(path);
        return path;
      }
      // Data are written into a PNG, from which the encoder takes them over.
      const described = newPath('.png');
      try {
        await (await picture()).png({ compressionLevel: 1 }).toFile(described);
        await describe?.(described);
        const describedImage = sharp(described, strictOptions).keepIccProfile().keepExif().keepXmp();
        await encode(describedImage, format, quality, path, background);
      } finally {
        await rm(described, { force: true });
      }
      return path;
    },
    dispose: async () => (drawn === null ? undefined : rm(drawn, { force: true })),
  };
}

const clear = { r: 0, g: 0, b: 0, alpha: 0 };

/** What was drawn, on its canvas; `plan` is null where it lies on that already. */
function openDrawn(path: string, facts: ImageFacts, plan: SizePlan | null, background: Color, depth: 8 | 16): Sharp {
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
    background,
  });
}

/** PNG for what is transparent, a mask or too large for other formats, else the photograph's own format where it can be written. */
function automatic(facts: ImageFacts, sourceFormat: ReadableFormat, size: Size): FinishedFormat {
  const format = facts.alpha || facts.colours === 'grey' ? 'png' : opaque(sourceFormat);
  return isWithinFormatLimit(format, size) ? format : 'png';
}

/** The formats a result may come to have, as far as that is known before it is there; `isCutout`: it is transparent for certain. */
export function possibleFormats(
  format: Output['format'],
  sourceFormat: ReadableFormat,
  isCutout: boolean,
): ReadonlySet<FinishedFormat | 'psd'> {
  if (format !== 'auto') return new Set([format]);
  return new Set(isCutout ? ['png'] : ['png', opaque(sourceFormat)]);
}

function opaque(sourceFormat: ReadableFormat): FinishedFormat {
  switch (sourceFormat) {
    case 'jpeg':
    case 'png':
    case 'webp':
    case 'tiff':
      return sourceFormat;
    case 'avif':
      return 'jpeg';
    case 'bmp':
    case 'gif':
      return 'png';
  }
}

function isFinished(facts: ImageFacts, format: FinishedFormat): boolean {
  // A restored image is an uncompressed TIFF on purpose; as a finished file it would be needlessly large.
  return facts.format === format && format !== 'tiff' && facts.orientation === 1 && facts.frames === 1 && !facts.deep;
}

/** Upright, in the colours it is in. */
export async function openInOwnColors(facts: ImageFacts): Promise<Sharp> {
  if (facts.colours === 'grey' && !facts.alpha) {
    return (await openImage(facts.path, facts.format)).autoOrient().toColourspace('b-w');
  }
  if (facts.colours !== 'rgb' || facts.profile === null) return openUpright(facts);
  // By way of its profile, sharp would take 16 bits to Display P3 first.
  const image = await openImage(facts.path, facts.format, { ignoreIcc: facts.deep });
  return image.autoOrient().toColourspace('srgb').keepIccProfile();
}

/** Full-resolution colour where the user asked for quality; halved below, as cameras do. */
const chromaOf = (quality: number) => (quality >= 90 ? '4:4:4' : '4:2:0');

/** Of 0 to 9: more takes many times as long, for some per cent. */
const avifEffort = 3;
/** px; larger ones are written one after the other: the encoder takes 20 to 42 bytes for each of them. */
const avifAlone = 4_000_000;

/**
 * Writes `image` into a new file, in the colours it is in.
 * @param background what a transparent picture is laid on where the format has no transparency
 */
export async function encode(
  image: Sharp,
  format: FinishedFormat,
  quality: number,
  path: string,
  background = '#ffffff',
): Promise<void> {
  switch (format) {
    case 'png':
      await image.png({ compressionLevel: 6 }).toFile(path);
      return;
    case 'jpeg': {
      const chromaSubsampling = chromaOf(quality);
      const { width, height } = await image.metadata();
      const optimizeCoding = usesOptimizedTables(width * height, chromaSubsampling);
      const flat = image.flatten({ background });
      await flat.jpeg({ quality, chromaSubsampling, optimizeCoding }).toFile(path);
      return;
    }
    case 'webp':
      await image.webp({ quality, alphaQuality: 100, smartSubsample: true }).toFile(path);
      return;
    case 'tiff':
      await image.tiff({ compression: 'lzw', predictor: 'horizontal' }).toFile(path);
      return;
    case 'avif': {
      const { width, height } = await image.metadata();
      const write = () =>
        image.avif({ quality, effort: avifEffort, chromaSubsampling: chromaOf(quality) }).toFile(path);
      await (width * height > avifAlone ? runExclusive(write) : write());
    }
  }
}
