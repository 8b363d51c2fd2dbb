import { readAt } from '../container/file-pieces.ts';
import { openFile } from '../container/pinned-files.ts';

/** Reads up to `length` bytes from the start of a file. @throws the file system's errors */
export async function firstBytes(path: string, length: number): Promise<Buffer> {
  const file = await openFile(path);
  try {
    return await readAt(file, 0, length);
  } finally {
    await file.close();
  }
}
