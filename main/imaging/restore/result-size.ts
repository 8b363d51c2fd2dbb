/** Limits for size and shape of results, checked before decoding. */
import { msg } from '../../../contract/messages/message.ts';
import { readHeader } from '../decode/open-image.ts';
import { headerOfBitmap } from '../decode/read-bmp.ts';
import { sniff } from '../decode/sniff-format.ts';
import { ImagingError } from '../errors.ts';
import { quotedSize, type Size } from '../size.ts';

/** For sheets and cards that a service composes. */
const defaultMaxPixels = 50_000_000;
/** A service may double each side. */
const maxEnlargement = 4;

export function maxResultPixels(uploads: readonly Size[]): number {
  return Math.max(defaultMaxPixels, ...uploads.map(({ width, height }) => maxEnlargement * width * height));
}

/**
 * Unreadable results pass, because their decoder reports them.
 * @throws ImagingError BAD_RESULT if the header states too many pixels
 */
export async function assertResultSize(path: string, uploads: readonly Size[]): Promise<void> {
  const size = await headerSize(path).catch(() => null);
  if (size === null || size.width * size.height <= maxResultPixels(uploads)) return;
  throw new ImagingError('BAD_RESULT', msg('imaging.result.tooLarge', { size: quotedSize(size) }));
}

async function headerSize(path: string): Promise<Size | null> {
  const sniffed = await sniff(path);
  if (sniffed.kind !== 'readable') return null;
  if (sniffed.format === 'bmp') return headerOfBitmap(path);
  return readHeader(path, sniffed.format);
}

/** Allows rounding, not another picture. */
const shapeTolerance = 0.02;

export function hasShapeOf(result: Size, made: Size): boolean {
  const ratio = (result.width * made.height) / (result.height * made.width);
  // A short side rounds by up to a px.
  const slack = shapeTolerance + 1 / Math.min(result.width, result.height, made.width, made.height);
  return Math.abs(ratio - 1) <= slack;
}

/** @throws ImagingError BAD_RESULT */
export function assertSameShape(result: Size, made: Size): void {
  if (!hasShapeOf(result, made)) {
    throw new ImagingError('BAD_RESULT', msg('imaging.result.otherShape', { size: quotedSize(result) }));
  }
}
