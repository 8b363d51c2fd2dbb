/** A path as Photoshop keeps it in a file: image resources 2000 (the path) and 2999 (which one clips). */
import { type ImageResource, pascalString, resourceId } from '../container/image-resources.ts';
import type { Size } from '../size.ts';
import type { Knot, Point, Subpath } from './subpath.ts';

/** Every record of a path has so many bytes, its selector included. */
const recordBytes = 26;

/** What a record is, by its selector ("Path resource format"). */
const record = {
  closedLength: 0,
  closedLinked: 1,
  closedUnlinked: 2,
  openLength: 3,
  fillRule: 6,
  initialFill: 8,
} as const;

/** Knots of a subpath, which are counted in 16 bits, and of a path, as far as one from elsewhere is read. */
const maxSubpathKnots = 0xffff;
/** The steps of a coordinate: 8 bits before the point, 24 behind it. */
const fixed = 2 ** 24;

/** Flatness in device px: how far straight pieces of a printed curve may be off. Printers know better: 0 leaves it to them. */
const flatness = 0;

/**
 * The resources that make `subpaths` the clipping path of a picture of `size`: for JPEG and TIFF by `spliceResources`, and for PSD.
 * Subpaths exclude each other where they overlap, so that holes are holes. None for no subpath.
 * @param name as the Paths panel shows it; Latin-1, at most 255 characters
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
  // Combined with what is there (1), or taken out of it (2).
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

/** Handles may lie outside the picture, though hardly so far that the number overflows. */
function inFixedPoint(share: number): number {
  return Math.max(-0x8000_0000, Math.min(0x7fff_ffff, Math.round(share * fixed)));
}

/** The closed subpaths of a path resource's data, in px of a picture of `size`; records that make no sense are passed over. */
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
