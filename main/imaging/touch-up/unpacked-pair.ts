/** A result and its photograph, unpacked in the result's color space. */
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
import type { Original } from './canvas.ts';

export interface TouchRequest {
  /** Absolute path, and its name for messages if that is a working copy. */
  readonly photograph: string;
  readonly name?: string;
  readonly result: string;
  /** px of the upright photograph; null = all of it. */
  readonly box: Box | null;
  /** Folder for all files. */
  readonly to: string;
  readonly signal: AbortSignal;
}

export interface UnpackedPair {
  readonly facts: ImageFacts;
  /** Gray for a mask, RGB, or RGB with unassociated alpha. */
  readonly canvas: UnpackedFile<Depth>;
  readonly canvasPath: string;
  readonly original: Original;
  /** Bounds of the result, px of the upright photograph. */
  readonly place: Region;
  /** Closes and removes the temporary files. */
  close(): Promise<void>;
}

/** Locates the result in the photograph. @throws ImagingError */
export async function inspectPair({ photograph, name, result, box }: Omit<TouchRequest, 'to' | 'signal'>) {
  const facts = await inspectImage(result);
  if (facts.kind !== 'image') throw new ImagingError('BAD_RESULT', facts.message);
  const source = await resultSource({ photograph, name, box }, facts);
  if (source.kind !== 'image') throw new ImagingError('BAD_SOURCE', source.message);
  const { width, height } = facts;
  // The photograph is scaled to a smaller result.
  const isScaled = box === null && isSameShape(facts, source);
  return {
    source: isScaled ? { ...source, width, height } : source,
    facts,
    place: isScaled ? { left: 0, top: 0, width, height } : placeOf(facts, source, box),
    isScaled,
  };
}

/** Whether the result is smaller, in the same shape except for rounding. */
function isSameShape(result: Size, source: Size): boolean {
  if (result.width === source.width && result.height === source.height) return false;
  const scale = result.width / source.width;
  return scale < 1 && Math.abs(source.height * scale - result.height) <= 1;
}

function placeOf(result: ImageFacts, source: ImageFacts, box: Box | null): Region {
  const { width, height } = result;
  const values = { name: basename(result.path), size: quotedSize(result) };
  if (box === null) {
    if (width === source.width && height === source.height) return { left: 0, top: 0, width, height };
    throw new ImagingError(
      'CANNOT_TOUCH_UP',
      msg('imaging.touch.otherSize', { ...values, photograph: quotedSize(source) }),
    );
  }
  // Boxes scaled from an upload have fractions.
  const [left, top] = [Math.round(box.x), Math.round(box.y)];
  const isInside =
    Math.abs(box.width - width) <= 1 &&
    Math.abs(box.height - height) <= 1 &&
    left >= 0 &&
    top >= 0 &&
    left + width <= source.width &&
    top + height <= source.height;
  if (isInside) return { left, top, width, height };
  const place = quotedSize({ width: Math.round(box.width), height: Math.round(box.height) });
  throw new ImagingError('CANNOT_TOUCH_UP', msg('imaging.touch.otherPlace', { ...values, place }));
}

/** @throws ImagingError BAD_SOURCE, BAD_RESULT or CANNOT_TOUCH_UP */
export async function unpackPictures(request: TouchRequest): Promise<UnpackedPair> {
  const { source, facts, place, isScaled } = await inspectPair(request);
  const paths: string[] = [];
  const files: UnpackedFile<Depth>[] = [];
  const close = async () => {
    for (const file of files) await file.close();
    for (const path of paths) await rm(path, { force: true });
  };
  const unpack = async (image: Sharp, depth: Depth, flags: 'r' | 'r+') => {
    request.signal.throwIfAborted();
    const path = join(request.to, `touch-${randomUUID()}.v`);
    paths.push(path);
    const { width, height, channels } = await image.toFile(path);
    const file = await openUnpacked(path, { width, height, channels: channels as 1 | 3 | 4, depth }, flags);
    files.push(file);
    return { path, file };
  };
  try {
    const depth = facts.deep ? 16 : 8;
    const canvas = await unpack(await resultPixels(facts), depth, 'r+');
    const photo = await photographPixels(source, facts);
    const { width, height } = source;
    const pixels = isScaled ? photo.pixels.resize(width, height, { fit: 'fill', kernel: 'lanczos3' }) : photo.pixels;
    let { path, file } = await unpack(pixels, photo.depth, 'r');
    if (photo.targetProfile !== null) {
      const profile = `${path}.icc`;
      paths.push(profile);
      await writeFile(profile, photo.targetProfile);
      const inProfile = sharp(path, strictOptions).withIccProfile(profile, { attach: false });
      ({ path, file } = await unpack(inProfile, photo.depth, 'r'));
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

/** Upright, in its own color space. A mask stays gray. */
async function resultPixels(facts: ImageFacts): Promise<Sharp> {
  if (facts.colours !== 'rgb' && facts.colours !== 'grey') return openUpright(facts);
  const image = (await openImage(facts.path, facts.format, { ignoreIcc: true })).autoOrient();
  if (facts.colours === 'grey' && !facts.alpha) return image.toColourspace(facts.deep ? 'grey16' : 'b-w');
  const colors = image.toColourspace(facts.deep ? 'rgb16' : 'srgb');
  return facts.alpha ? colors.ensureAlpha() : colors.removeAlpha();
}

interface Pixels {
  readonly pixels: Sharp;
  readonly depth: Depth;
  /** Profile to convert the sRGB pixels to, or null. */
  readonly targetProfile: Buffer | null;
}

/**
 * Upright, in the result's color space. Values and 16 bits are kept if both profiles match. Another profile takes two
 * passes, because sharp would treat the values as sRGB, and 8 bits, because it treats 16 as Display P3.
 */
async function photographPixels(source: ImageFacts, result: ImageFacts): Promise<Pixels> {
  const alpha = (image: Sharp) => (source.alpha ? image.ensureAlpha() : image.removeAlpha());
  const [from, to] = [await profileOf(source), result.colours === 'rgb' ? await profileOf(result) : null];
  const isSame = source.colours === 'rgb' && (from === to || (from !== null && to !== null && from.equals(to)));
  if (!isSame && (to !== null || !source.deep || !result.deep)) {
    return { pixels: alpha(await openUpright(source)), depth: 8, targetProfile: to };
  }
  const depth = source.deep && result.deep ? 16 : 8;
  const image = await openImage(source.path, source.format, { ignoreIcc: isSame });
  const photo = image.autoOrient().toColourspace(depth === 16 ? 'rgb16' : 'srgb');
  const pixels = isSame || from === null ? photo : photo.withIccProfile('srgb', { attach: false });
  return { pixels: alpha(pixels), depth, targetProfile: null };
}

async function profileOf({ path, format }: ImageFacts): Promise<Buffer | null> {
  return (await (await openImage(path, format)).metadata()).icc ?? null;
}
