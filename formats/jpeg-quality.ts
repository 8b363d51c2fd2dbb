/** With which quality a JPEG was saved, told by its quantization tables. */

/** Of luminance at quality 50, in the order of a file (ITU-T T.81, table K.1, read in zigzag). */
const standard = [
  16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51, 61,
  60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121,
  112, 100, 120, 92, 101, 103, 99,
];

/** Second bytes of markers (ITU-T T.81, table B.1). */
const defineTables = 0xdb;
const startOfScan = 0xda;

/**
 * 1 to 100 on libjpeg's scale, of a whole file (or its head up to the first scan); of a program with tables of its own, such as Photoshop, the nearest.
 * @returns null where the bytes are no JPEG with a table, or broken
 */
export function jpegQualityOf(bytes: Uint8Array): number | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 4 || view.readUInt16BE(0) !== 0xffd8) return null;
  for (let offset = 2; offset + 4 <= view.length && view[offset] === 0xff; ) {
    const marker = view[offset + 1];
    if (marker === startOfScan) return null;
    // Any number of fill bytes may come before a marker.
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    const end = offset + 2 + view.readUInt16BE(offset + 2);
    if (marker === defineTables) {
      const quality = qualityFromTables(view.subarray(offset + 4, end));
      if (quality !== null) return quality;
    }
    offset = end;
  }
  return null;
}

/** The same of the content of one segment of tables (its marker and length left out); null where it holds none of luminance. */
export function qualityFromTables(content: Uint8Array): number | null {
  const table = firstTable(content);
  return table === null ? null : nearest(table);
}

/** Table 0, which is luminance's; several may share a segment, each of 8 or 16 bits. */
function firstTable(content: Uint8Array): number[] | null {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  for (let offset = 0; offset < content.length; ) {
    const head = content[offset]!;
    const isWide = head >> 4 !== 0;
    const start = offset + 1;
    const end = start + (isWide ? 128 : 64);
    if (end > content.length) return null;
    if ((head & 15) === 0)
      return standard.map((_, i) => (isWide ? view.getUint16(start + i * 2) : content[start + i]!));
    offset = end;
  }
  return null;
}

function nearest(table: readonly number[]): number {
  let [best, minError] = [1, Number.POSITIVE_INFINITY];
  for (let quality = 1; quality <= 100; quality++) {
    const scale = quality < 50 ? 5000 / quality : 200 - quality * 2;
    const error = standard.reduce((sum, step, i) => {
      const scaled = Math.min(255, Math.max(1, Math.floor((step * Math.floor(scale) + 50) / 100)));
      return sum + Math.abs(scaled - (table[i] as number));
    }, 0);
    if (error <= minError) [best, minError] = [quality, error];
  }
  return best;
}
