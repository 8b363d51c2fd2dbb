/** Decoding of uploads: upright, sRGB, 8 bits per channel. */
import sharp from 'sharp';
import { type Bitmap, decodeBitmap } from '../../../formats/bmp.ts';
import { signedFormat } from '../../../formats/image-signature.ts';
import { EngineError } from '../../engine-error.ts';
import type { Rect } from '../../pixels/plane.ts';

/** `rgb`: 3 bytes per pixel, rows from the top. `alpha`: null if opaque; transparent pixels are white. */
export type Photo = { width: number; height: number; rgb: Uint8Array; alpha: Uint8Array | null };

/** Above the interface's 25 megapixels. */
const maxDecodedPixels = 64_000_000;

/**
 * Decodes JPEG, PNG, WEBP or BMP by content.
 * @throws EngineError UNSUPPORTED_FILE_TYPES; FILE_DECODING_FAILURE for a damaged file; ERROR_HIGH_RESOLUTION above
 *   `maxPixels`
 */
export async function decodePhoto(bytes: Uint8Array, maxPixels = maxDecodedPixels): Promise<Photo> {
  const format = signedFormat(bytes);
  if (format === 'bmp') return decode(async () => whitenTransparent(decodeBitmap(bytes, maxPixels)));
  if (format !== 'jpeg' && format !== 'png' && format !== 'webp') {
    throw new EngineError('UNSUPPORTED_FILE_TYPES', 'This file is not a JPEG, PNG, WEBP or BMP image.');
  }
  const { width, height, depth, icc } = await decode(() => sharp(bytes).metadata());
  if (width * height > maxPixels) {
    throw new EngineError('ERROR_HIGH_RESOLUTION', `The image has ${width} x ${height} pixels, which is too large.`);
  }
  return decode(() => readPixels(bytes, maxPixels, depth === 'ushort' && icc !== undefined));
}

/** Copies a rectangle, without alpha. */
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
  // sharp returns tagged 16-bit images as Display P3 unless an sRGB profile is requested.
  const image = isDeepAndTagged ? upright.withIccProfile('srgb', { attach: false }) : upright;
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 3) return { width, height, rgb: data, alpha: null };
  return splitChannels(data, width, height, channels);
}

/** Separates interleaved gray, gray-alpha or RGBA. */
function splitChannels(data: Uint8Array, width: number, height: number, channels: number): Photo {
  const count = width * height;
  const rgb = new Uint8Array(count * 3);
  const colors = channels < 3 ? 1 : 3;
  const alpha = channels % 2 === 0 ? new Uint8Array(count) : null;
  for (let i = 0; i < count; i++) {
    const from = i * channels;
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = data[from + (colors === 1 ? 0 : c)]!;
    if (alpha) alpha[i] = data[from + channels - 1]!;
  }
  return whitenTransparent({ width, height, rgb, alpha });
}

function whitenTransparent(photo: Bitmap): Photo {
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
