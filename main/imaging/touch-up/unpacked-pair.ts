/**
 * A photograph and a result of it, unpacked in the same colour numbers: the result as a copy that may be painted on, the
 * photograph to paint from. Neither file itself is ever written to.
 */
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Sharp } from 'sharp';
import type { Box } from '../../../contract/jobs/result.ts';
import { msg } from '../../../contract/messages/message.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { openImage, openUpright, strictOptions } from '../decode/open-image.ts';
import { ImagingError } from '../errors.ts';
import { type ImageFacts, inspectImage } from '../read/inspect-image.ts';
import { resultSource } from '../read/result-source.ts';
import { quotedSize, type Region, type Size } from '../size.ts';
import { type Depth, openUnpacked, type UnpackedFile } from '../unpacked-image.ts';
import type { Original } from './source-photo.ts';

export interface TouchRequest {
  /** Absolute path of the photograph, and its name in sentences where that is a working copy. */
  readonly photograph: string;
  readonly name?: string;
  /** Absolute path of the placed result. */
  readonly result: string;
  /** Where the result lies in the upright photograph, px; null = it covers it all. */
  readonly box: Box | null;
  /** Folder for temporary files and the finished one. */
  readonly to: string;
  readonly signal: AbortSignal;
}

export interface UnpackedPair {
  readonly facts: ImageFacts;
  /** A copy of the result: grey for a mask, RGB, or RGB with unassociated alpha. */
  readonly canvas: UnpackedFile<Depth>;
  /** Path of that copy. */
  readonly canvasPath: string;
  readonly original: Original;
  /** What of the upright photograph the result shows, px. */
  readonly place: Region;
  /** Closes and removes the temporary files. */
  close(): Promise<void>;
}

/** Both files looked at, and where the one lies in the other. @throws ImagingError */
export async function inspectPair({ photograph, name, result, box }: Omit<TouchRequest, 'to' | 'signal'>) {
  const facts = await inspectImage(result);
  if (facts.kind !== 'image') throw new ImagingError('BAD_RESULT', facts.message);
  const source = await resultSource({ photograph, name, box }, facts);
  if (source.kind !== 'image') throw new ImagingError('BAD_SOURCE', source.message);
  const { width, height } = facts;
  // A result that was written smaller is painted on at its own size, from the photograph brought to that.
  const isScaled = box === null && isSameShape(facts, source);
  return {
    source: isScaled ? { ...source, width, height } : source,
    facts,
    place: isScaled ? { left: 0, top: 0, width, height } : placeOf(facts, source, box),
    isScaled,
  };
}

/** Of another size, and of the same shape but for what is rounded. */
function isSameShape(result: Size, source: Size): boolean {
  if (result.width === source.width && result.height === source.height) return false;
  const scale = result.width / source.width;
  return scale < 1 && Math.abs(source.height * scale - result.height) <= 1;
}

function placeOf(result: ImageFacts, source: ImageFacts, box: Box | null): Region {
  const { width, height } = result;
  const quoted = { name: basename(result.path), size: quotedSize(result) };
  if (box === null) {
    if (width === source.width && height === source.height) return { left: 0, top: 0, width, height };
    throw new ImagingError(
      'CANNOT_TOUCH_UP',
      msg('imaging.touch.otherSize', { ...quoted, photograph: quotedSize(source) }),
    );
  }
  // A box that was scaled from an upload may lie between pixels.
  const [left, top] = [Math.round(box.x), Math.round(box.y)];
  const isThere =
    Math.abs(box.width - width) <= 1 &&
    Math.abs(box.height - height) <= 1 &&
    left >= 0 &&
    top >= 0 &&
    left + width <= source.width &&
    top + height <= source.height;
  if (isThere) return { left, top, width, height };
  const place = quotedSize({ width: Math.round(box.width), height: Math.round(box.height) });
  throw new ImagingError('CANNOT_TOUCH_UP', msg('imaging.touch.otherPlace', { ...quoted, place }));
}

/**
 * Unpacks both into `to`: 3 or 4 bytes a pixel each, twice that where they have 16 bits.
 * @throws ImagingError BAD_SOURCE, BAD_RESULT or CANNOT_TOUCH_UP with a sentence
 */
export async function unpackPictures(request: TouchRequest): Promise<UnpackedPair> {
  const { source, facts, place, isScaled } = await inspectPair(request);
  const made: string[] = [];
  const open: UnpackedFile<Depth>[] = [];
  const close = async () => {
    for (const file of open) await file.close();
    for (const path of made) await rm(path, { force: true });
  };
  const unpack = async (image: Sharp, depth: Depth, flags: 'r' | 'r+') => {
    request.signal.throwIfAborted();
    const path = join(request.to, `touch-${randomUUID()}.v`);
    made.push(path);
    const { width, height, channels } = await image.toFile(path);
    const file = await openUnpacked(path, { width, height, channels: channels as 1 | 3 | 4, depth }, flags);
    open.push(file);
    return { path, file };
  };
  try {
    const depth = facts.deep ? 16 : 8;
    const canvas = await unpack(await resultNumbers(facts), depth, 'r+');
    const numbers = await photographNumbers(source, facts);
    const { width, height } = source;
    const pixels = isScaled
      ? numbers.pixels.resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
      : numbers.pixels;
    let { path, file } = await unpack(pixels, numbers.depth, 'r');
    if (numbers.towards !== null) {
      const profile = `${path}.icc`;
      made.push(profile);
      await writeFile(profile, numbers.towards);
      const inProfile = sharp(path, strictOptions).withIccProfile(profile, { attach: false });
      ({ path, file } = await unpack(inProfile, numbers.depth, 'r'));
    }
    const photographPath = path;
    const scaled = (region: Region, size: Size) =>
      sharp(photographPath, { ...strictOptions, ignoreIcc: true, sequentialRead: false })
        .removeAlpha()
        .toColourspace('srgb')
        .extract(region)
        .resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' })
        .raw()
        .toBuffer();
    const original: Original = { ...file, channels: file.channels === 4 ? 4 : 3, read: file.read, scaled };
    return { facts, canvas: canvas.file, canvasPath: canvas.path, original, place, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The result upright, in its own colour numbers; a mask stays grey. */
async function resultNumbers(facts: ImageFacts): Promise<Sharp> {
  if (facts.colours !== 'rgb' && facts.colours !== 'grey') return openUpright(facts);
  const image = (await openImage(facts.path, facts.format, { ignoreIcc: true })).autoOrient();
  if (facts.colours === 'grey' && !facts.alpha) return image.toColourspace(facts.deep ? 'grey16' : 'b-w');
  const colors = image.toColourspace(facts.deep ? 'rgb16' : 'srgb');
  return facts.alpha ? colors.ensureAlpha() : colors.removeAlpha();
}

interface Numbers {
  readonly pixels: Sharp;
  readonly depth: Depth;
  /** A profile that the pixels, in sRGB, have yet to be brought to. */
  readonly towards: Buffer | null;
}

/**
 * The photograph upright, in the colour numbers of the result: its own where both have the same profile, with 16 bits where
 * both have. Another profile takes two passes, since sharp would take the numbers from the photograph's own profile as those
 * of sRGB; and is done with 8 bits, since it takes those of 16 as Display P3.
 */
async function photographNumbers(source: ImageFacts, result: ImageFacts): Promise<Numbers> {
  const alpha = (image: Sharp) => (source.alpha ? image.ensureAlpha() : image.removeAlpha());
  const [from, to] = [await profileOf(source), result.colours === 'rgb' ? await profileOf(result) : null];
  const isSame = source.colours === 'rgb' && (from === to || (from !== null && to !== null && from.equals(to)));
  if (!isSame && (to !== null || !source.deep || !result.deep)) {
    return { pixels: alpha(await openUpright(source)), depth: 8, towards: to };
  }
  const depth = source.deep && result.deep ? 16 : 8;
  const image = await openImage(source.path, source.format, { ignoreIcc: isSame });
  const numbers = image.autoOrient().toColourspace(depth === 16 ? 'rgb16' : 'srgb');
  const pixels = isSame || from === null ? numbers : numbers.withIccProfile('srgb', { attach: false });
  return { pixels: alpha(pixels), depth, towards: null };
}

async function profileOf({ path, format }: ImageFacts): Promise<Buffer | null> {
  return (await (await openImage(path, format)).metadata()).icc ?? null;
}
