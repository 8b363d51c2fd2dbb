/** Small files that claim huge dimensions, as responses of a hostile service. */
import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A complete white PNG of one bit per pixel: decoded, it takes 8 to 32 times `width` × `height` bits. */
export function hugePng(width: number, height: number, interlaced = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, interlaced ? 1 : 0], 8);
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height + (interlaced ? width + 8 * height : 0));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The header of a bitmap of that size, without any row. */
export function hugeBitmap(width: number, height: number): Buffer {
  const header = Buffer.alloc(64);
  header.write('BM');
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(-height, 22);
  header.writeUInt16LE(24, 28);
  return header;
}
