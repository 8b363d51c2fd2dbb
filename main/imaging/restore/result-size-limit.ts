/** How large a picture a service may answer with: looked at in the file's header, before any of it is decoded. */
import { msg } from '../../../contract/messages/message.ts';
import { readHeader } from '../decode/open-image.ts';
import { headerOfBitmap } from '../decode/read-bmp.ts';
import { sniff } from '../decode/sniff-format.ts';
import { ImagingError } from '../errors.ts';
import { quotedSize, type Size } from '../size.ts';

/** Enough for whatever a service makes of itself (a sheet, a card), px. */
const alwaysTaken = 50_000_000;
/** A service may enlarge: twice each side. */
const enlargedBy = 4;

/** Most pixels of a result made from `uploads`. */
export function maxResultPixels(uploads: readonly Size[]): number {
  return Math.max(alwaysTaken, ...uploads.map(({ width, height }) => enlargedBy * width * height));
}

/**
 * Refuses a result that says it is larger than that. One that cannot be read passes: whoever decodes it says so.
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
