import { jpegSegments, marker } from '../container/jpeg-segments.ts';
import { openFile, pinnedFileAt } from '../container/pinned-files.ts';

/** A disk sector of zeros: data that a copying program has not written yet. Coded pictures hardly contain it. */
const gap = Buffer.alloc(512);

/**
 * Whether a pinned JPEG is completely copied: its parts reach the end marker without a gap. Its coded data is not
 * checked. Returns false for other files.
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
    // Any error means incomplete.
  }
  return false;
}
