/** Luminance at quality 50, in zigzag order (ITU-T T.81, table K.1). */
const standardTable = [
  16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51, 61,
  60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121,
  112, 100, 120, 92, 101, 103, 99,
];

/** Second bytes of markers (ITU-T T.81, table B.1). */
const markers = { startOfScan: 0xda, quantizationTables: 0xdb, fill: 0xff };

/**
 * Estimates the quality on libjpeg's scale, 1 to 100; null if the bytes are not a JPEG with a table.
 * @param bytes the file, or its head up to the first scan
 */
export function jpegQualityOf(bytes: Uint8Array): number | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 4 || view.readUInt16BE(0) !== 0xffd8) return null;
  for (let offset = 2; offset + 4 <= view.length && view[offset] === 0xff; ) {
    const marker = view[offset + 1];
    if (marker === markers.startOfScan) return null;
    if (marker === markers.fill) {
      offset += 1;
      continue;
    }
    const end = offset + 2 + view.readUInt16BE(offset + 2);
    if (marker === markers.quantizationTables) {
      const quality = qualityFromTables(view.subarray(offset + 4, end));
      if (quality !== null) return quality;
    }
    offset = end;
  }
  return null;
}

/** Returns null without a luminance table. @param content of a segment, without marker and length */
export function qualityFromTables(content: Uint8Array): number | null {
  const table = findLuminanceTable(content);
  return table === null ? null : findNearestQuality(table);
}

/** Finds table 0. A segment may have several tables, of 8 or 16 bits. */
function findLuminanceTable(content: Uint8Array): number[] | null {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  for (let offset = 0; offset < content.length; ) {
    const head = content[offset]!;
    const isWide = head >> 4 !== 0;
    const start = offset + 1;
    const end = start + (isWide ? 128 : 64);
    if (end > content.length) return null;
    if ((head & 15) === 0)
      return standardTable.map((_, index) => (isWide ? view.getUint16(start + index * 2) : content[start + index]!));
    offset = end;
  }
  return null;
}

function findNearestQuality(table: readonly number[]): number {
  let [nearest, minError] = [1, Number.POSITIVE_INFINITY];
  for (let quality = 1; quality <= 100; quality++) {
    const scale = quality < 50 ? 5000 / quality : 200 - quality * 2;
    const error = standardTable.reduce((sum, step, index) => {
      const scaled = Math.min(255, Math.max(1, Math.floor((step * Math.floor(scale) + 50) / 100)));
      return sum + Math.abs(scaled - table[index]!);
    }, 0);
    if (error <= minError) [nearest, minError] = [quality, error];
  }
  return nearest;
}
