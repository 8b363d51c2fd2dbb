/** Whether all of a JPEG is there, told by its parts and without decoding it. */

import { jpegSegments, marker } from '../container/jpeg-segments.ts';
import { openFile, pinnedFileAt } from '../container/pinned-files.ts';

/** What a program that copies in no order has not written yet reads as zeros, a sector of a disk at the least; coded pictures hardly have as many. */
const gap = Buffer.alloc(512);

/**
 * True for a held JPEG whose parts follow each other to the mark of its end, without a gap in its picture: nobody is still copying
 * it. What is coded in it may be damaged all the same. False for any other file: that is for the decoder to say.
 */
export async function isCompleteJpeg(path: string): Promise<boolean> {
  const bytes = pinnedFileAt(path)?.bytes;
  if (bytes === undefined) return false;
  let hasPicture = false;
  try {
    for await (const { marker: kind, from, to } of jpegSegments(await openFile(path))) {
      if (kind === marker.endOfImage) return hasPicture;
      if (kind === null && bytes.subarray(from, to).includes(gap)) return false;
      hasPicture ||= kind === null;
    }
  } catch {
    // Whatever is wrong with it.
  }
  return false;
}
