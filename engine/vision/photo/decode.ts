/** Turns an uploaded file into pixels: orientation applied, colours in sRGB, eight bits a channel. */
import sharp from 'sharp';
import { type Bitmap, decodeBitmap } from '../../../formats/bmp.ts';
import { signedFormat } from '../../../formats/image-signature.ts';
import { EngineError } from '../../engine-error.ts';
import type { Rect } from '../../pixels/plane.ts';

/**
 * A decoded photograph. `rgb` holds three bytes a pixel, `alpha` one, rows from the top.
 * `alpha` is null when every pixel is opaque; where it is 0, `rgb` is white (what such a pixel hides means nothing).
 */
export type Photo = { width: number; height: number; rgb: Uint8Array; alpha: Uint8Array | null };

/** Far above any limit of the interface (5000 x 5000), far below what would exhaust the memory. */
const pixelLimit = 64_000_000;

/**
 * Decodes JPEG, PNG, WEBP or BMP, told apart by content.
 * @throws EngineError UNSUPPORTED_FILE_TYPES for other content, FILE_DECODING_FAILURE for a broken or truncated file,
 *   ERROR_HIGH_RESOLUTION above `maxPixels`.
 */
export async function decodePhoto(bytes: Uint8Array, maxPixels = pixelLimit): Promise<Photo> {
  const format = signedFormat(bytes);
  if (format === 'bmp') return decode(async () => whitenHidden(decodeBitmap(bytes, maxPixels)));
  if (format !== 'jpeg' && format !== 'png' && format !== 'webp') {
    throw new EngineError('UNSUPPORTED_FILE_TYPES', 'This file is not a JPEG, PNG, WEBP or BMP image.');
  }
  const { width, height, depth, icc } = await decode(() => sharp(bytes).metadata());
  if (width * height > maxPixels) {
    throw new EngineError('ERROR_HIGH_RESOLUTION', `The image has ${width} x ${height} pixels, which is too large.`);
  }
  return decode(() => readPixels(bytes, maxPixels, depth === 'ushort' && icc !== undefined));
}

/** A rectangle of a photograph, copied; its alpha is left behind. */
export function cutPhoto(photo: Photo, { x, y, width, height }: Rect): Photo {
  const rgb = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * photo.width + x) * 3;
    rgb.set(photo.rgb.subarray(from, from + width * 3), row * width * 3);
  }
  return { width, height, rgb, alpha: null };
}

async function readPixels(bytes: Uint8Array, limitInputPixels: number, isDeepAndTagged: boolean): Promise<Photo> {
  const upright = sharp(bytes, { failOn: 'error', limitInputPixels }).autoOrient().toColourspace('srgb');
  // sharp takes tagged images of 16 bits to Display P3 and hands those numbers out as if they were sRGB, unless told otherwise.
  const image = isDeepAndTagged ? upright.withIccProfile('srgb', { attach: false }) : upright;
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 3) return { width, height, rgb: data, alpha: null };
  return split(data, width, height, channels);
}

/** Takes interleaved grey, grey-alpha or RGBA apart. */
function split(data: Uint8Array, width: number, height: number, channels: number): Photo {
  const count = width * height;
  const rgb = new Uint8Array(count * 3);
  const colors = channels < 3 ? 1 : 3;
  const alpha = channels % 2 === 0 ? new Uint8Array(count) : null;
  for (let i = 0; i < count; i++) {
    const from = i * channels;
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = data[from + (colors === 1 ? 0 : c)]!;
    if (alpha) alpha[i] = data[from + channels - 1]!;
  }
  return whitenHidden({ width, height, rgb, alpha });
}

function whitenHidden(photo: Bitmap): Photo {
  const { rgb, alpha } = photo;
  if (!alpha) return photo;
  let hasTransparency = false;
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] !== 255) hasTransparency = true;
    if (alpha[i] === 0) rgb.fill(255, i * 3, i * 3 + 3);
  }
  return hasTransparency ? photo : { ...photo, alpha: null };
}

async function decode<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new EngineError(
      'FILE_DECODING_FAILURE',
      'The image is damaged or incomplete. Send the complete file again.',
      {
        cause: error,
      },
    );
  }
}
