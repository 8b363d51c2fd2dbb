/** Writes metadata into a JPEG file, as segments before the image data. */
import type { FileHandle } from 'node:fs/promises';
import type { Carried } from './carried.ts';
import { iptcSegment } from './iptc.ts';
import { type Piece, readAt } from './pieces.ts';

const prefix = {
  exif: Buffer.from('Exif\0\0', 'latin1'),
  xmp: Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1'),
  icc: Buffer.from('ICC_PROFILE\0', 'latin1'),
  photoshop: Buffer.from('Photoshop 3.0\0', 'latin1'),
  jfif: Buffer.from('JFIF\0', 'latin1'),
} as const;

const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP13 = 0xed;
const startOfScan = 0xda;
/** Most bytes a segment can hold beside its own length. */
const segmentBytes = 0xffff - 2;

/** The file's pieces with the new segments in and the old ones of the same kind out. Throws when it is not a JPEG. */
export async function jpegPieces(file: FileHandle, carried: Carried): Promise<Piece[]> {
  const { size } = await file.stat();
  const jfif: Piece[] = [];
  const others: Piece[] = [];
  let at = 2;
  for (;;) {
    const head = await readAt(file, at, 4 + 32);
    const marker = head[1] ?? 0;
    if (head[0] !== 0xff || head.length < 4) throw new Error('a JPEG segment is not where it should be');
    if (marker === startOfScan) break;
    const end = at + 2 + head.readUInt16BE(2);
    const content = head.subarray(4);
    if (marker === APP0 && starts(content, prefix.jfif)) {
      jfif.push(withDensity(await readAt(file, at, end - at), carried.density));
    } else if (!isReplaced(marker, content, carried)) {
      others.push({ from: at, to: end });
    }
    at = end;
  }
  return [Buffer.from([0xff, 0xd8]), ...jfif, ...newSegments(carried), ...others, { from: at, to: size }];
}

function isReplaced(marker: number, content: Buffer, carried: Carried): boolean {
  switch (marker) {
    case APP1:
      return starts(content, prefix.exif) || starts(content, prefix.xmp);
    case APP2:
      return carried.icc !== null && starts(content, prefix.icc);
    case APP13:
      return starts(content, prefix.photoshop);
    default:
      return false;
  }
}

/** Blocks that are too long for a segment are left out; no reader would find them. */
function newSegments({ exif, xmp, iptc, icc }: Carried): Piece[] {
  const pieces: Piece[] = [];
  const add = (marker: number, ...parts: Buffer[]) => {
    const content = Buffer.concat(parts);
    if (content.length > segmentBytes) return;
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    pieces.push(head, content);
  };
  if (exif !== null) add(APP1, prefix.exif, exif);
  if (xmp !== null) add(APP1, prefix.xmp, xmp);
  if (iptc !== null) add(APP13, iptcSegment(iptc));
  if (icc !== null) {
    const room = segmentBytes - prefix.icc.length - 2;
    const count = Math.ceil(icc.length / room);
    for (let part = 0; part < count; part++) {
      add(APP2, prefix.icc, Buffer.from([part + 1, count]), icc.subarray(part * room, (part + 1) * room));
    }
  }
  return pieces;
}

function withDensity(segment: Buffer, density: number | null): Buffer {
  if (density !== null && density >= 1 && density <= 0xffff) {
    // Marker, length and "JFIF" take 9 bytes, the version 2; then the unit (1 = per inch) and both densities.
    segment[11] = 1;
    segment.writeUInt16BE(Math.round(density), 12);
    segment.writeUInt16BE(Math.round(density), 14);
  }
  return segment;
}

function starts(content: Buffer, expected: Buffer): boolean {
  return content.subarray(0, expected.length).equals(expected);
}
