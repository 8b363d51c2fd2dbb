import { qualityFromTables } from '../../../formats/jpeg-quality.ts';
import { readAt } from '../container/file-pieces.ts';
import { jpegSegments } from '../container/jpeg-segments.ts';
import { openFile } from '../container/pinned-files.ts';

const defineTables = 0xdb;

/**
 * Estimates a JPEG's quality, 1 to 100 on libjpeg's scale, even for custom tables such as Photoshop's. Null if damaged
 * or without tables.
 */
export async function readJpegQuality(path: string): Promise<number | null> {
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
