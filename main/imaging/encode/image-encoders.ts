/**
 * Writes pictures as PNG, JPEG, WEBP, TIFF or AVIF.
 *
 * Reading order of this folder: this file, `size-plan.ts` and `pixel-limit.ts` (sizes), `render-output.ts` and `pad-canvas.ts`
 * (pixels), `encode-result.ts` (all of them together).
 */
import type { Sharp } from 'sharp';
import type { Output } from '../../../contract/recipes/output.ts';
import type { ReadableFormat } from '../read/sniff-format.ts';

/** Formats of the image library. PSD files are written layer by layer, see `psd/`. */
export type FinishedFormat = Exclude<Output['format'], 'auto' | 'psd'>;

/** With the dot. */
export const extensions: Readonly<Record<FinishedFormat, string>> = {
  png: '.png',
  jpeg: '.jpg',
  webp: '.webp',
  tiff: '.tif',
  avif: '.avif',
};

/** Formats that a result can get, as far as known before it exists. @param isCutout the result is certainly transparent */
export function possibleFormats(
  format: Output['format'],
  sourceFormat: ReadableFormat,
  isCutout: boolean,
): ReadonlySet<FinishedFormat | 'psd'> {
  if (format !== 'auto') return new Set([format]);
  return new Set(isCutout ? ['png'] : ['png', opaqueFormat(sourceFormat)]);
}

/** Returns the format of opaque results under `auto`: the photograph's own if it can be written. */
export function opaqueFormat(sourceFormat: ReadableFormat): FinishedFormat {
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

/** From 0 to 9. Higher values take many times as long and save a few percent. */
const avifEffort = 3;
/** Larger pictures are encoded one at a time, because the encoder takes 20 to 42 bytes a pixel. */
const maxConcurrentAvifPx = 4_000_000;

/**
 * Writes `image` into a new file, in its own colors.
 * @param background color below transparent parts if the format has no transparency
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
      await (width * height > maxConcurrentAvifPx ? runExclusive(write) : write());
    }
  }
}

/** Full color resolution for high quality, half of it below, as cameras do. */
const chromaOf = (quality: number) => (quality >= 90 ? '4:4:4' : '4:2:0');

const maxCoefficientBytes = 100_000_000;

/**
 * Whether a JPEG gets optimized Huffman tables instead of the standard's. They save a few percent, but the encoder then
 * holds all coefficients in memory: twice 2 bytes for each sample of each channel.
 */
export function usesOptimizedTables(pixels: number, chroma: '4:4:4' | '4:2:0'): boolean {
  return pixels * (chroma === '4:4:4' ? 12 : 6) <= maxCoefficientBytes;
}

let lastWork: Promise<unknown> = Promise.resolve();

/** Runs work that takes too much memory to overlap: after all earlier work has settled. */
export function runExclusive<T>(work: () => Promise<T>): Promise<T> {
  const result = lastWork.then(work);
  lastWork = result.catch(() => undefined);
  return result;
}
