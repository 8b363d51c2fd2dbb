/** The size of a Photoshop file by its header ("Adobe Photoshop File Formats Specification"). */

import { readAt } from '../container/file-pieces.ts';
import { openFile } from '../container/pinned-files.ts';
import type { Size } from '../size.ts';

const headerBytes = 26;

/** px; null for another file. @throws the file system's error */
export async function psdSize(path: string): Promise<Size | null> {
  const file = await openFile(path);
  try {
    const head = await readAt(file, 0, headerBytes);
    if (head.length < headerBytes || head.toString('latin1', 0, 4) !== '8BPS' || head.readUInt16BE(4) !== 1)
      return null;
    return { width: head.readUInt32BE(18), height: head.readUInt32BE(14) };
  } finally {
    await file.close();
  }
}
