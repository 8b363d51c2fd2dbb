/** Photoshop's image resources 2000 (a path) and 2999 (name of the clipping path). */
import { type ImageResource, pascalString, resourceId } from '../container/image-resources.ts';
import type { Size } from '../size.ts';
import type { Knot, Point, Subpath } from './subpath.ts';

/** Including the selector. */
const recordBytes = 26;

/** Selectors of records (“Path resource format” of Adobe's specification). */
const record = {
  closedLength: 0,
  closedLinked: 1,
  closedUnlinked: 2,
  openLength: 3,
  fillRule: 6,
  initialFill: 8,
} as const;

/** Subpath: 16 bits. Path: limit for foreign files. */
const maxSubpathKnots = 0xffff;
/** 8 bits before the point, 24 after it. */
const fixed = 2 ** 24;

/** Flatness in device px; 0 leaves it to the printer. */
const flatness = 0;

/**
 * Makes `subpaths` the clipping path of a picture of `size`. Overlaps exclude each other, so that holes stay holes.
 * @param name for the Paths panel; Latin-1, at most 255 characters
 */
export function photoshopPathResource(
  subpaths: readonly Subpath[],
  size: Size,
  name = 'Clipping Path',
): ImageResource[] {
  const drawn = subpaths.filter(({ knots }) => knots.length > 0 && knots.length <= maxSubpathKnots);
  if (drawn.length === 0) return [];
  const head = [Buffer.alloc(recordBytes), Buffer.alloc(recordBytes)] as const;
  head[0].writeUInt16BE(record.fillRule);
  head[1].writeUInt16BE(record.initialFill);
  const data = Buffer.concat([...head, ...drawn.map((subpath) => subpathRecords(subpath, size))]);
  const clips = Buffer.alloc(6);
  clips.writeInt32BE(flatness * 0x1_0000, 0);
  return [
    { id: resourceId.firstPath, name, data },
    { id: resourceId.clippingPathName, name: '', data: Buffer.concat([pascalString(name), clips]) },
  ];
}

function subpathRecords({ knots, hole }: Subpath, size: Size): Buffer {
  const bytes = Buffer.alloc((knots.length + 1) * recordBytes);
  bytes.writeUInt16BE(record.closedLength, 0);
  bytes.writeUInt16BE(knots.length, 2);
  // 1 = combine, 2 = subtract.
  bytes.writeInt16BE(hole ? 2 : 1, 4);
  bytes.writeUInt16BE(1, 6);
  knots.forEach(({ before, anchor, after, smooth }, index) => {
    const start = (index + 1) * recordBytes;
    bytes.writeUInt16BE(smooth ? record.closedLinked : record.closedUnlinked, start);
    [before, anchor, after].forEach((point, place) => {
      bytes.writeInt32BE(inFixedPoint(point.y / size.height), start + 2 + place * 8);
      bytes.writeInt32BE(inFixedPoint(point.x / size.width), start + 6 + place * 8);
    });
  });
  return bytes;
}

function inFixedPoint(share: number): number {
  return Math.max(-0x8000_0000, Math.min(0x7fff_ffff, Math.round(share * fixed)));
}

/** Parses closed subpaths, in px of a picture of `size`. Skips invalid records. */
export function pathFromResource(data: Uint8Array, { width, height }: Size): Subpath[] {
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
