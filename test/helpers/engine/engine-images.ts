/** Images for the engine's checks: small complete ones, and large ones that consist of a header. */
import sharp from 'sharp';
import type { ImageFormat } from '../../../contract/operations/operation-spec.ts';

const small = (format: 'png' | 'jpeg' | 'webp') =>
  sharp({ create: { width: 16, height: 16, channels: 3, background: '#a67' } })
    .toFormat(format)
    .toBuffer();

/** A JPEG, PNG, WebP or BMP whose header states `width` x `height` px, with as few pixels as possible. */
export async function imageOf(format: ImageFormat, width: number, height: number): Promise<Buffer> {
  switch (format) {
    case 'png':
      return pngHeader(width, height, 8, 2);
    case 'bmp':
      return bitmap(width, height);
    case 'jpeg':
      return resizedJpeg(await small('jpeg'), width, height);
    case 'webp':
      return resizedWebp(await small('webp'), width, height);
  }
}

/** A complete image that any reader can decode. */
export function encodeTestImage(format: 'png' | 'jpeg' | 'webp', width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#a67' } })
    .toFormat(format)
    .toBuffer();
}

/** The signature and header chunk of a PNG with `depth` bits per sample and the given color type. */
export function pngHeader(width: number, height: number, depth: number, colorType: number): Buffer {
  const header = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(header);
  header.writeUInt32BE(13, 8);
  header.write('IHDR', 12, 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.writeUInt8(depth, 24);
  header.writeUInt8(colorType, 25);
  return header;
}

/** The headers of a 24-bit Windows bitmap; rows run from the top if `height` is negative. */
export function bitmap(width: number, height: number): Buffer {
  const header = Buffer.alloc(54);
  header.write('BM', 0, 'latin1');
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  return header;
}

/** Changes the size in a JPEG's start-of-frame segment. */
function resizedJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  if (frame < 0) throw new Error('no baseline frame');
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

/** Changes the size in a lossy WebP's key frame. */
function resizedWebp(webp: Buffer, width: number, height: number): Buffer {
  const start = webp.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  if (start < 0) throw new Error('no key frame');
  webp.writeUInt16LE(width, start + 3);
  webp.writeUInt16LE(height, start + 5);
  return webp;
}

/** Pads the image to exactly `bytes`. */
export function paddedTo(image: Buffer, bytes: number): Buffer {
  return Buffer.concat([image, Buffer.alloc(bytes - image.byteLength)]);
}
