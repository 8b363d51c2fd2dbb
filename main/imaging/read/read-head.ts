/** The beginning of a file, for what its first bytes tell. */

import { readAt } from '../container/file-pieces.ts';
import { openFile } from '../container/pinned-files.ts';

/** At most `length` bytes; fewer of a shorter file. Throws the file system's errors. */
export async function firstBytes(path: string, length: number): Promise<Buffer> {
  const file = await openFile(path);
  try {
    return await readAt(file, 0, length);
  } finally {
    await file.close();
  }
}
