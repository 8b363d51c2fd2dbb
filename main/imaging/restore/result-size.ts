/** Limits for size and shape of a service's results, checked before any pixel is decoded. */
import { msg } from '../../../contract/messages/message.ts';
import { ImagingError } from '../errors.ts';
import { readHeader } from '../read/cached-header.ts';
import { headerOfBitmap } from '../read/read-bmp.ts';
import { sniff } from '../read/sniff-format.ts';
import { quotedSize, type Size } from '../size.ts';

/** Allows sheets and cards that a service composes. */
const defaultMaxPixels = 50_000_000;
/** A service may double each side. */
const maxEnlargement = 4;

export function maxResultPixels(uploads: readonly Size[]): number {
  return Math.max(defaultMaxPixels, ...uploads.map(({ width, height }) => maxEnlargement * width * height));
}

/**
 * Rejects a result whose header states too many pixels. Unreadable results pass, because their decoder reports them.
 * @throws ImagingError BAD_RESULT
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

/** Tolerated ratio of two shapes: rounding, not another picture. */
const shapeTolerance = 0.02;

/** Whether a result has the shape of the picture it was made from. */
export function hasShapeOf(result: Size, made: Size): boolean {
  const ratio = (result.width * made.height) / (result.height * made.width);
  // Allow a whole px, because a short side rounds by more than the tolerance.
  const slack = shapeTolerance + 1 / Math.min(result.width, result.height, made.width, made.height);
  return Math.abs(ratio - 1) <= slack;
}

/** @throws ImagingError BAD_RESULT */
export function assertSameShape(result: Size, made: Size): void {
  if (!hasShapeOf(result, made)) {
    throw new ImagingError('BAD_RESULT', msg('imaging.result.otherShape', { size: quotedSize(result) }));
  }
}
