/**
 * Writes PNG, JPEG, WEBP, TIFF and AVIF.
 *
 * Reading order: this file, `size-plan.ts`, `pixel-limit.ts`, `render-output.ts`, `pad-canvas.ts`, `prepare-result.ts`.
 */
import type { Sharp } from 'sharp';
import type { Output } from '../../../contract/recipes/output.ts';
import type { ReadableFormat } from '../decode/sniff-format.ts';

/** Formats of sharp; `psd/` writes the other. */
export type FinishedFormat = Exclude<Output['format'], 'auto' | 'psd'>;

export const extensions: Readonly<Record<FinishedFormat, string>> = {
  png: '.png',
  jpeg: '.jpg',
  webp: '.webp',
  tiff: '.tif',
  avif: '.avif',
};

/** Formats that a future result can get. @param isCutout whether it is certainly transparent */
export function possibleFormats(
  format: Output['format'],
  sourceFormat: ReadableFormat,
  isCutout: boolean,
): ReadonlySet<FinishedFormat | 'psd'> {
  if (format !== 'auto') return new Set([format]);
  return new Set(isCutout ? ['png'] : ['png', opaqueFormat(sourceFormat)]);
}

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

/** 0 to 9. Higher values take many times as long and save a few percent. */
const avifEffort = 3;
/** Larger pictures are encoded one at a time: 20 to 42 bytes a pixel. */
const maxConcurrentAvifPx = 4_000_000;

/**
 * Writes `image` in its own colors.
 * @param background below transparent parts in JPEG
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

/** Halves color resolution at lower qualities, as cameras do. */
const chromaOf = (quality: number) => (quality >= 90 ? '4:4:4' : '4:2:0');

const maxCoefficientBytes = 100_000_000;

/**
 * Whether a JPEG gets optimized Huffman tables. They save a few percent, but the encoder holds all coefficients: twice
 * 2 bytes for each sample.
 */
export function usesOptimizedTables(pixels: number, chroma: '4:4:4' | '4:2:0'): boolean {
  return pixels * (chroma === '4:4:4' ? 12 : 6) <= maxCoefficientBytes;
}

let lastWork: Promise<unknown> = Promise.resolve();

/** Runs memory-intensive work after all earlier work has settled. */
export function runExclusive<T>(work: () => Promise<T>): Promise<T> {
  const result = lastWork.then(work);
  lastWork = result.catch(() => undefined);
  return result;
}
