/** With which quality a JPEG file was saved, read in pieces. */
import { qualityFromTables } from '../../../formats/jpeg-quality.ts';
import { readAt } from '../container/file-pieces.ts';
import { jpegSegments } from '../container/jpeg-segments.ts';
import { openFile } from '../container/pinned-files.ts';

const defineTables = 0xdb;

/**
 * 1 to 100 on libjpeg's scale; of a program with tables of its own, such as Photoshop, the nearest.
 * @returns null where the file is no JPEG with a table, or broken
 */
export async function jpegQuality(path: string): Promise<number | null> {
  const file = await openFile(path);
  try {
    for await (const { marker, from, to } of jpegSegments(file)) {
      if (marker !== defineTables) continue;
      const quality = qualityFromTables((await readAt(file, from, to - from)).subarray(4));
      if (quality !== null) return quality;
    }
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return null;
  } finally {
    await file.close();
  }
}
