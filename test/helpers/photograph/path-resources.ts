/** Parses Photoshop's path resources, to check the written ones. */
import type { Knot, Point, Subpath } from '../../../main/imaging/path/subpath.ts';
import type { Size } from '../../../main/imaging/size.ts';

const recordBytes = 26;
/** Selectors of records (“Path resource format” of Adobe's specification). */
const record = { closedLength: 0, closedLinked: 1, closedUnlinked: 2, openLength: 3 } as const;
/** Coordinates have 24 fractional bits. */
const fixed = 2 ** 24;

/** Parses closed subpaths, in px of a picture of `size`. Skips invalid records. */
export function parsePathResource(data: Uint8Array, { width, height }: Size): Subpath[] {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const subpaths: { knots: Knot[]; hole: boolean }[] = [];
  let left = 0;
  for (let offset = 0; offset + recordBytes <= bytes.length; offset += recordBytes) {
    const selector = bytes.readUInt16BE(offset);
    if (selector === record.closedLength || selector === record.openLength) {
      left = selector === record.closedLength ? bytes.readUInt16BE(offset + 2) : 0;
      if (left > 0) subpaths.push({ knots: [], hole: bytes.readInt16BE(offset + 4) === 2 });
    } else if ((selector === record.closedLinked || selector === record.closedUnlinked) && left > 0) {
      const point = (from: number): Point => ({
        x: (bytes.readInt32BE(from + 4) / fixed) * width,
        y: (bytes.readInt32BE(from) / fixed) * height,
      });
      const isSmooth = selector === record.closedLinked;
      subpaths.at(-1)?.knots.push({
        before: point(offset + 2),
        anchor: point(offset + 10),
        after: point(offset + 18),
        smooth: isSmooth,
      });
      left--;
    }
  }
  return subpaths.filter(({ knots }) => knots.length > 0);
}
