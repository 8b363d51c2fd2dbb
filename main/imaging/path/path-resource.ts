/** Photoshop's image resources 2000 (a path) and 2999 (name of the clipping path). */
import { type ImageResource, pascalString, resourceId } from '../container/image-resources.ts';
import type { Size } from '../size.ts';
import type { Subpath } from './subpath.ts';

/** Including the selector. */
const recordBytes = 26;

/** Selectors of records (“Path resource format” of Adobe's specification). */
const record = {
  closedLength: 0,
  closedLinked: 1,
  closedUnlinked: 2,
  fillRule: 6,
  initialFill: 8,
} as const;

/** Counted in 16 bits. */
const maxSubpathKnots = 0xffff;
/** 8 bits before the point, 24 after it. */
const fixed = 2 ** 24;

/** Flatness in device px; 0 leaves it to the printer. */
const flatness = 0;

/**
 * Makes `subpaths` the clipping path of a picture of `size`. Overlaps exclude each other, so that holes stay holes.
 * @param name for the Paths panel; Latin-1, at most 255 characters
 */
export function createPathResources(subpaths: readonly Subpath[], size: Size, name = 'Clipping Path'): ImageResource[] {
  const usable = subpaths.filter(({ knots }) => knots.length > 0 && knots.length <= maxSubpathKnots);
  if (usable.length === 0) return [];
  const head = [Buffer.alloc(recordBytes), Buffer.alloc(recordBytes)] as const;
  head[0].writeUInt16BE(record.fillRule);
  head[1].writeUInt16BE(record.initialFill);
  const data = Buffer.concat([...head, ...usable.map((subpath) => subpathRecords(subpath, size))]);
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
