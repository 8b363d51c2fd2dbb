/** No file is made that Burnish could not open again. */

import { msg } from '../../../contract/message.ts';
import { maxOutputPixels } from '../../../contract/output.ts';
import { ImagingError } from '../errors.ts';
import { quotedSize, type Size } from '../size.ts';

/** @param size of a file that is to be made, px. @throws ImagingError CANNOT_WRITE where it has too many */
export function assertWithinPixelLimit(size: Size): void {
  if (size.width * size.height <= maxOutputPixels) return;
  throw new ImagingError('CANNOT_WRITE', msg('imaging.result.tooManyPixels', { size: quotedSize(size) }));
}
