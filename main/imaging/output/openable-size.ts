/** No file is made that Burnish could not open again. */
import { mostPixels } from '../../../contract/output.ts';
import { say } from '../../../contract/sentence.ts';
import { ImagingError } from '../errors.ts';
import { quotedSize, type Size } from '../size.ts';

/** @param size of a file that is to be made, px. @throws ImagingError CANNOT_WRITE where it has too many */
export function requireOpenable(size: Size): void {
  if (size.width * size.height <= mostPixels) return;
  throw new ImagingError('CANNOT_WRITE', say('imaging.result.tooManyPixels', { size: quotedSize(size) }));
}
