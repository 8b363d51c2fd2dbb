import type { ImageFormat, ImageInput } from '../../../contract/operations/operation-spec.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { usesOptimizedTables } from '../encode/image-encoders.ts';
import type { ImageFacts } from '../read/inspect-image.ts';
import type { Size } from '../size.ts';
import { isAccepted } from './input-limits.ts';

/** sRGB, 8 bits; the fourth channel is alpha. */
export interface Raster extends Size {
  readonly data: Uint8Array;
  readonly channels: 3 | 4;
}

export type EncodedUpload =
  | {
      readonly kind: 'fits';
      readonly format: ImageFormat;
      /** JPEG or WEBP quality; null = lossless. */
      readonly quality: number | null;
      readonly data: Uint8Array;
      readonly flattened: boolean;
    }
  /** Size of the smallest acceptable encoding. */
  | { readonly kind: 'too-large'; readonly bytes: number };

/** Below 80, JPEG blocks show in skin and at cutout edges; fewer pixels are better. */
const qualities = [95, 92, 88, 84, 80] as const;

/**
 * Prefers lossless for lossless originals, and keeps transparency if possible. Otherwise JPEG from quality 95 to 80, on
 * white.
 */
export async function encodeWithin(
  raster: Raster,
  facts: ImageFacts,
  input: ImageInput,
  signal: AbortSignal,
): Promise<EncodedUpload> {
  const transparent = isTransparent(raster);
  let minBytes = Number.POSITIVE_INFINITY;
  for (const { format, quality } of candidates(raster, transparent, facts, input)) {
    signal.throwIfAborted();
    const flattened = transparent && format === 'jpeg';
    const data = await encode(raster, format, quality, transparent && !flattened);
    if (data.length <= input.maxBytes) return { kind: 'fits', format, quality, data, flattened };
    minBytes = Math.min(minBytes, data.length);
  }
  return { kind: 'too-large', bytes: minBytes };
}

type Candidate = { readonly format: ImageFormat; readonly quality: number | null };

function candidates(raster: Raster, hasTransparency: boolean, facts: ImageFacts, input: ImageInput): Candidate[] {
  const png = { format: 'png', quality: null } as const;
  const ladder = (format: 'jpeg' | 'webp') =>
    isAccepted(format, input) ? qualities.map((quality) => ({ format, quality })) : [];
  const isLossless = facts.format !== 'jpeg' && facts.format !== 'webp' && facts.format !== 'avif';
  // Photographs rarely compress to less than half as PNG.
  const worthPng = isAccepted('png', input) && raster.data.length <= input.maxBytes * 2;
  const lossy = ladder('jpeg').length > 0 ? ladder('jpeg') : ladder('webp');
  const fallback = lossy.length > 0 ? lossy : [png];
  if (hasTransparency) return [...(worthPng ? [png] : []), ...ladder('webp'), ...fallback];
  return isLossless && worthPng ? [png, ...fallback] : fallback;
}

export async function scaleRaster(raster: Raster, to: Size): Promise<Raster> {
  const data = await toSharp(raster).resize(to.width, to.height, { fit: 'fill', kernel: 'lanczos3' }).raw().toBuffer();
  return { data, ...to, channels: raster.channels };
}

async function encode(
  raster: Raster,
  format: ImageFormat,
  quality: number | null,
  shouldKeepAlpha: boolean,
): Promise<Buffer> {
  const image = shouldKeepAlpha ? toSharp(raster) : toSharp(raster).flatten({ background: '#ffffff' });
  switch (format) {
    case 'png':
      return image.png({ compressionLevel: 6 }).toBuffer();
    case 'webp':
      return image.webp(quality === null ? { lossless: true } : { quality, alphaQuality: 100 }).toBuffer();
    case 'jpeg':
      // Halved color resolution would show at cutout edges.
      return image
        .jpeg({
          quality: quality ?? 95,
          chromaSubsampling: '4:4:4',
          optimizeCoding: usesOptimizedTables(raster.width * raster.height, '4:4:4'),
        })
        .toBuffer();
    case 'bmp':
      throw new Error('uploads are never encoded as BMP');
  }
}

function toSharp({ data, width, height, channels }: Raster) {
  return sharp(data, { raw: { width, height, channels } });
}

function isTransparent({ data, channels }: Raster): boolean {
  if (channels === 3) return false;
  for (let index = 3; index < data.length; index += 4) if (data[index] !== 255) return true;
  return false;
}
