/** With which quality a JPEG was saved, told by its quantization tables. */
import { open } from 'node:fs/promises';
import { jpegSegments } from '../container/jpeg-segments.ts';
import { readAt } from '../container/pieces.ts';

const defineTables = 0xdb;

/** Of luminance at quality 50, in the order of a file (ITU-T T.81, table K.1, read in zigzag). */
const standard = [
  16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51, 61,
  60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121,
  112, 100, 120, 92, 101, 103, 99,
];

/**
 * 1 to 100 on libjpeg's scale; of a program with tables of its own, such as Photoshop, the nearest.
 * @returns null where the file is no JPEG with a table, or broken
 */
export async function jpegQuality(path: string): Promise<number | null> {
  const file = await open(path);
  try {
    for await (const { marker, from, to } of jpegSegments(file)) {
      if (marker !== defineTables) continue;
      const table = firstTable((await readAt(file, from, to - from)).subarray(4));
      if (table !== null) return nearest(table);
    }
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return null;
  } finally {
    await file.close();
  }
}

/** Table 0, which is luminance's; several may share a segment, each of 8 or 16 bits. */
function firstTable(content: Buffer): number[] | null {
  for (let at = 0; at < content.length; ) {
    const head = content[at] as number;
    const wide = head >> 4 !== 0;
    const end = at + 1 + (wide ? 128 : 64);
    if (end > content.length) return null;
    if ((head & 15) === 0) {
      const start = at + 1;
      return standard.map((_, i) => (wide ? content.readUInt16BE(start + i * 2) : (content[start + i] as number)));
    }
    at = end;
  }
  return null;
}

function nearest(table: readonly number[]): number {
  let [best, least] = [1, Number.POSITIVE_INFINITY];
  for (let quality = 1; quality <= 100; quality++) {
    const scale = quality < 50 ? 5000 / quality : 200 - quality * 2;
    const off = standard.reduce((sum, step, i) => {
      const scaled = Math.min(255, Math.max(1, Math.floor((step * Math.floor(scale) + 50) / 100)));
      return sum + Math.abs(scaled - (table[i] as number));
    }, 0);
    if (off <= least) [best, least] = [quality, off];
  }
  return best;
}
