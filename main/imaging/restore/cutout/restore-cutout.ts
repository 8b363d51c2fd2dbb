import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Box } from '../../../../contract/jobs/result.ts';
import { msg } from '../../../../contract/messages/message.ts';
import type { CutoutForm } from '../../../../contract/operations/cutout.ts';
import { sharp } from '../../../../formats/lazy-sharp.ts';
import { createTiff } from '../../container/tiff-writer.ts';
import { openUpright, strictOptions } from '../../decode/open-image.ts';
import { ImagingError } from '../../errors.ts';
import { scaleSize } from '../../fit/input-limits.ts';
import { type ImageFacts, inspectImage } from '../../read/inspect-image.ts';
import type { Region, Size } from '../../size.ts';
import { allocateSamples, maxSampleOf, type Samples } from '../../unpacked-image.ts';
import { createYielder } from '../../yield-to-event-loop.ts';
import type { RestoredImage, RestoreRequest } from '../restore-types.ts';
import { readPixelsInProfile } from '../result-pixels.ts';
import { assertSameShape } from '../result-size.ts';
import { depthOf, type SourcePixels, unpackSource } from '../source-pixels.ts';
import { createRowCutter } from './cut-rows.ts';
import { findEdge } from './find-edge.ts';

const stripeRows = 16;
/** Fainter alpha, of 255, is dust that a crop ignores. */
const minVisibleAlpha = 8;

/** Restores results of the methods `alpha` and `boxes`. @see restoreToSource */
export async function restoreCutout(
  request: RestoreRequest,
  facts: ImageFacts,
  result: ImageFacts,
): Promise<RestoredImage> {
  const { uploaded, form, signal } = request;
  const box = request.box ?? null;
  assertSameShape(result, box ?? uploaded);
  if (!result.alpha && form !== 'mask') {
    throw new ImagingError('BAD_RESULT', msg('imaging.result.opaque'));
  }
  const source = await unpackSource(facts, request.to, depthOf(facts));
  try {
    const region =
      box === null ? { left: 0, top: 0, width: source.width, height: source.height } : regionOf(box, uploaded, source);
    const size = workingSize(result, box ?? uploaded);
    const guide = await source.scaled(region, size);
    const cutout = await readCutout(result, source, guide, size);
    const uploadAlpha = source.channels === 4 ? await readUploadAlpha(request, size) : null;
    if (uploadAlpha !== null) divideOutAlpha(uploadAlpha, cutout);
    const edge = await findEdge(guide, cutout, size, signal);
    const cut = createRowCutter(edge, region, source.channels);
    const { path, used } = await writeCut(request, source, region, cut);
    const toBox = (inner: Region): Box => ({
      x: region.left + inner.left,
      y: region.top + inner.top,
      width: inner.width,
      height: inner.height,
    });
    if (form === 'crop' && used !== null) {
      const cropped = join(request.to, `restored-${randomUUID()}.tif`);
      // sharp would convert by the profile.
      await sharp(path, { ...strictOptions, ignoreIcc: true })
        .extract(used)
        .toColourspace(source.depth === 16 ? 'rgb16' : 'srgb')
        .keepIccProfile()
        .tiff({ compression: 'none' })
        .toFile(cropped);
      await rm(path);
      return { path: cropped, width: used.width, height: used.height, box: toBox(used) };
    }
    const wholeRegion = { left: 0, top: 0, width: region.width, height: region.height };
    return { path, width: region.width, height: region.height, box: box === null ? null : toBox(wholeRegion) };
  } finally {
    await source.close();
  }
}

/** The cutout's own size, at most twice that of the upload's part. */
function workingSize(result: Size, part: Size): Size {
  const scale = result.width / Math.max(1, part.width);
  return scale <= 2 ? { width: result.width, height: result.height } : scaleSize(result, 2 / scale);
}

/** Scales a box of the upload to px of the photograph, at least 1 × 1 and inside it. */
function regionOf(box: Box, uploaded: Size, source: Size): Region {
  const x = source.width / uploaded.width;
  const y = source.height / uploaded.height;
  const left = Math.min(Math.max(0, Math.round(box.x * x)), source.width - 1);
  const top = Math.min(Math.max(0, Math.round(box.y * y)), source.height - 1);
  const right = Math.min(Math.round((box.x + box.width) * x), source.width);
  const bottom = Math.min(Math.round((box.y + box.height) * y), source.height);
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** Returns RGBA of the cutout. A mask is its alpha, with the photograph's colors. */
async function readCutout(
  result: ImageFacts,
  source: SourcePixels,
  guide: Uint8Array,
  size: Size,
): Promise<Uint8Array> {
  if (result.alpha) return readPixelsInProfile(result, source, size, 4);
  const mask = await readPixelsInProfile(result, { profilePath: null }, size, 3);
  const cutout = new Uint8Array(size.width * size.height * 4);
  for (let pixel = 0; pixel < size.width * size.height; pixel++) {
    cutout.set(guide.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
    cutout[pixel * 4 + 3] = mask[pixel * 3]!;
  }
  return cutout;
}

/** Returns alpha of the upload's part at `size`, or null if the upload was opaque. */
async function readUploadAlpha({ uploaded, box }: RestoreRequest, size: Size): Promise<Uint8Array | null> {
  const upload = await inspectImage(uploaded.path);
  if (upload.kind !== 'image') throw new ImagingError('BAD_SOURCE', msg('imaging.uploadGone'));
  if (!upload.alpha) return null;
  const image = await openUpright(upload);
  const cropped = box == null ? image : image.extract(regionOf(box, uploaded, uploaded));
  const fitted = cropped.resize(size.width, size.height, { fit: 'fill' });
  return fitted.extractChannel('alpha').raw().toBuffer();
}

/** Fainter alpha, of 255, is too coarse to divide by. */
const minDivisorAlpha = 16;

/**
 * Divides the upload's alpha out of the cutout's, because the photograph's own is multiplied in later. A service that
 * ignores the upload's alpha returns at least as much.
 */
function divideOutAlpha(uploadAlpha: Uint8Array, cutout: Uint8Array): void {
  uploadAlpha.forEach((alpha, pixel) => {
    const cutAlpha = cutout[pixel * 4 + 3]!;
    // Off by one is rounding.
    if (alpha >= minDivisorAlpha)
      cutout[pixel * 4 + 3] = cutAlpha >= alpha - 1 ? 255 : Math.round((cutAlpha * 255) / alpha);
  });
}

/** Writes the cut region in stripes. `used` is the rectangle that is not blank. */
async function writeCut(
  { form, to, signal }: RestoreRequest,
  source: SourcePixels,
  region: Region,
  cut: ReturnType<typeof createRowCutter>,
): Promise<{ path: string; used: Region | null }> {
  const path = join(to, `restored-${randomUUID()}.tif`);
  const channels = form === 'mask' ? 1 : form === 'whiteBK' ? 3 : 4;
  // 16 bits add nothing to a mask.
  const depth = form === 'mask' ? 8 : source.depth;
  const tiff = await createTiff(path, {
    width: region.width,
    height: region.height,
    channels,
    depth,
    profile: form === 'mask' ? null : source.profile,
  });
  let used: Region | null = null;
  const yieldToEventLoop = createYielder(signal);
  let pixels: Samples | undefined;
  try {
    for (let top = 0; top < region.height; top += stripeRows) {
      await yieldToEventLoop();
      const count = Math.min(stripeRows, region.height - top);
      pixels = await source.read({ ...region, top: region.top + top, height: count }, pixels);
      const rgba = cut(pixels, top, count);
      used = union(used, findUsedBounds(rgba, region.width, top, count));
      await tiff.append(toForm(rgba, form));
    }
    await tiff.finish();
  } catch (error) {
    await tiff.abandon();
    throw error;
  }
  return { path, used };
}

function toForm(rgba: Samples, form: CutoutForm): Samples {
  const pixels = rgba.length / 4;
  const maxSample = maxSampleOf(rgba);
  switch (form) {
    case 'cutout':
    case 'crop':
      return rgba;
    case 'mask': {
      const mask = new Uint8Array(pixels);
      for (let pixel = 0; pixel < pixels; pixel++) mask[pixel] = Math.round((rgba[pixel * 4 + 3]! * 255) / maxSample);
      return mask;
    }
    case 'whiteBK': {
      const white = allocateSamples(rgba, pixels * 3);
      for (let pixel = 0; pixel < pixels; pixel++) {
        const alpha = rgba[pixel * 4 + 3]!;
        for (let c = 0; c < 3; c++) {
          white[pixel * 3 + c] = Math.round(
            (rgba[pixel * 4 + c]! * alpha + maxSample * (maxSample - alpha)) / maxSample,
          );
        }
      }
      return white;
    }
  }
}

function findUsedBounds(rgba: Samples, width: number, top: number, count: number): Region | null {
  const minAlpha = (minVisibleAlpha * maxSampleOf(rgba)) / 255;
  let left = width;
  let right = -1;
  let first = -1;
  let last = -1;
  for (let y = 0; y < count; y++) {
    for (let x = 0; x < width; x++) {
      if (rgba[(y * width + x) * 4 + 3]! < minAlpha) continue;
      if (first < 0) first = y;
      last = y;
      if (x < left) left = x;
      if (x > right) right = x;
    }
  }
  return last < 0 ? null : { left, top: top + first, width: right - left + 1, height: last - first + 1 };
}

function union(a: Region | null, b: Region | null): Region | null {
  if (a === null || b === null) return a ?? b;
  const left = Math.min(a.left, b.left);
  const top = Math.min(a.top, b.top);
  const right = Math.max(a.left + a.width, b.left + b.width);
  const bottom = Math.max(a.top + a.height, b.top + b.height);
  return { left, top, width: right - left, height: bottom - top };
}
