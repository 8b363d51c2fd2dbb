/** Size limits of outputs, so that Burnish can open them. */

import { msg } from '../../../contract/messages/message.ts';
import { maxOutputPixels, maxSideOfFormat, type Output } from '../../../contract/recipes/output.ts';
import { ImagingError } from '../errors.ts';
import { quotedSize, type Size } from '../size.ts';

/** @throws ImagingError CANNOT_WRITE above 500 megapixels */
export function assertWithinPixelLimit(size: Size): void {
  if (size.width * size.height <= maxOutputPixels) return;
  throw new ImagingError('CANNOT_WRITE', msg('imaging.result.tooManyPixels', { size: quotedSize(size) }));
}

export function isWithinFormatLimit(format: Output['format'], { width, height }: Size): boolean {
  return Math.max(width, height) <= (maxSideOfFormat[format] ?? Number.POSITIVE_INFINITY);
}

/** @throws ImagingError CANNOT_WRITE beyond the format's longest side */
export function assertWithinFormatLimit(format: Output['format'], size: Size): void {
  if (isWithinFormatLimit(format, size)) return;
  const limits = { format: format.toUpperCase(), most: maxSideOfFormat[format] ?? 0 };
  throw new ImagingError('CANNOT_WRITE', msg('imaging.result.tooLongSide', { size: quotedSize(size), ...limits }));
}
