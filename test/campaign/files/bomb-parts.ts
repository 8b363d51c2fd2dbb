/** Parts of decompression bombs. */
import { bitmapHead } from './whole-images.ts';

const megabyte = 1024 * 1024;

/** Inserts segments after the start marker of a JPEG. */
export function withSegments(jpeg: Buffer, segments: readonly (readonly [marker: number, body: Buffer])[]): Buffer {
  const parts = segments.map(([marker, body]) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(body.length + 2, 2);
    return Buffer.concat([head, body]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)]);
}

/** Returns segments of Adobe's extended XMP. */
export function extendedXmp(megabytes: number): (readonly [number, Buffer])[] {
  const identifier = 'A'.repeat(32);
  const main = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="${identifier}"/></rdf:RDF></x:xmpmeta>`;
  const total = megabytes * megabyte;
  const piece = 65_000;
  const segments: (readonly [number, Buffer])[] = [
    [0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${main}`, 'latin1')],
  ];
  for (let at = 0; at < total; at += piece) {
    const sizes = Buffer.alloc(8);
    sizes.writeUInt32BE(total, 0);
    sizes.writeUInt32BE(at, 4);
    const head = Buffer.from(`http://ns.adobe.com/xmp/extension/\0${identifier}`, 'latin1');
    segments.push([0xe1, Buffer.concat([head, sizes, Buffer.alloc(Math.min(piece, total - at), 0x20)])]);
  }
  return segments;
}

/** Changes the size in the header of a JPEG. */
export function jpegOfSize(jpeg: Buffer, width: number, height: number): Buffer {
  const grown = Buffer.from(jpeg);
  let at = 2;
  while (at < grown.length && !(grown[at + 1]! >= 0xc0 && grown[at + 1]! <= 0xc2)) at += 2 + grown.readUInt16BE(at + 2);
  grown.writeUInt16BE(height, at + 5);
  grown.writeUInt16BE(width, at + 7);
  return grown;
}

/** Builds a GIF with frames of one pixel. */
export function gif(width: number, height: number, frames: number): Buffer {
  const head = Buffer.from('47494638396100000000800000000000ffffff', 'hex');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex');
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** Builds a BMP with RLE, which needs a few bytes per row. */
export function runLengthBitmap(width: number, height: number): Buffer {
  const row: number[] = [];
  for (let left = width; left > 0; left -= 255) row.push(Math.min(255, left), 1);
  const file = Buffer.alloc(54 + 1024 + (row.length + 2) * height + 2);
  bitmapHead(file, { width, height, bits: 8, compression: 1 });
  const bytes = Buffer.from([...row, 0, 0]);
  for (let y = 0; y < height; y += 1) bytes.copy(file, 54 + 1024 + y * bytes.length);
  file.set([0, 1], file.length - 2);
  return file;
}
