import { readAt } from '../container/file-pieces.ts';
import { openFile } from '../container/pinned-files.ts';
import type { Size } from '../size.ts';

const headerBytes = 26;

/** Reads a PSD's size from its header (“Adobe Photoshop File Formats Specification”). Null for other files. */
export async function readPsdSize(path: string): Promise<Size | null> {
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
