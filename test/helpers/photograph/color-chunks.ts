/** Single-color pictures whose files define their color space without a profile. */
import sharp, { type Sharp } from 'sharp';
import { chunk } from '../../../main/imaging/container/png-chunks.ts';

/** 198, 48, 48: a red that is more saturated in wider color spaces. */
export const red = (): Sharp => {
  const create = { width: 40, height: 30, channels: 3, background: { r: 198, g: 48, b: 48 } } as const;
  return sharp({ create });
};

const uint32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => void bytes.writeUInt32BE(value, index * 4));
  return bytes;
};

export const cicp = (primaries: number, transfer: number) => chunk('cICP', Buffer.from([primaries, transfer, 0, 1]));
export const gama = (exponent: number) => chunk('gAMA', uint32(Math.round(exponent * 100_000)));
/** White, red, green and blue, x and y each. */
export const chrm = (...values: number[]) =>
  chunk('cHRM', uint32(...values.map((value) => Math.round(value * 100_000))));

/** A PNG with chunks after its header. */
export async function pngWith(image: Sharp, ...chunks: Buffer[]): Promise<Buffer> {
  const file = await image.png().toBuffer();
  return Buffer.concat([file.subarray(0, 33), ...chunks, file.subarray(33)]);
}

/** An AVIF with one picture and a `colr` box of code points. */
export async function avifWith(image: Sharp, primaries: number, transfer: number): Promise<Buffer> {
  const file = await image.avif({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
  const colr = Buffer.from([0, 0, 0, 19, ...Buffer.from('colrnclx'), 0, primaries, 0, transfer, 0, 6, 0x80]);
  const at = (type: string) => file.indexOf(type, 0, 'latin1') - 4;
  const grow = (type: string, by: number) => void file.writeUInt32BE(file.readUInt32BE(at(type)) + by, at(type));
  const [properties, associations] = [at('ipma'), at('ipma') + 18];
  const count = file.readUInt8(associations);
  const place =
    file
      .subarray(at('ipco') + 8, properties)
      .toString('latin1')
      .match(/av1C|ispe|pixi|colr/g)?.length ?? 0;
  for (const type of ['meta', 'iprp']) grow(type, colr.length + 1);
  grow('ipco', colr.length);
  grow('ipma', 1);
  // The base offset of the only item's data.
  file.writeUInt32BE(file.readUInt32BE(at('iloc') + 20) + colr.length + 1, at('iloc') + 20);
  file.writeUInt8(count + 1, associations);
  const end = associations + 1 + count;
  return Buffer.concat([
    file.subarray(0, properties),
    colr,
    file.subarray(properties, end),
    Buffer.from([place + 1]),
    file.subarray(end),
  ]);
}

/** EXIF with only a color space and an interoperability index. */
export function exifSaying(colorSpace: number, interoperability: string): Buffer {
  const entry = (tag: number, type: number, count: number, value: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt16LE(tag, 0);
    head.writeUInt16LE(type, 2);
    head.writeUInt32LE(count, 4);
    return Buffer.concat([head, value]);
  };
  const long = (value: number) => Buffer.from([value, 0, 0, 0]);
  const directory = (...entries: Buffer[]) => Buffer.concat([Buffer.from([entries.length, 0]), ...entries, long(0)]);
  return Buffer.concat([
    Buffer.from('II*\0\x08\0\0\0', 'latin1'),
    directory(entry(0x8769, 4, 1, long(26))),
    directory(
      entry(0xa001, 3, 1, Buffer.from([colorSpace & 255, colorSpace >> 8, 0, 0])),
      entry(0xa005, 4, 1, long(56)),
    ),
    directory(entry(1, 2, 4, Buffer.from(`${interoperability}\0`, 'latin1'))),
  ]);
}

export async function jpegWith(image: Sharp, exif: Buffer): Promise<Buffer> {
  const file = await image.jpeg({ quality: 98, chromaSubsampling: '4:4:4' }).toBuffer();
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]);
  const head = Buffer.from([0xff, 0xe1, 0, content.length + 2]);
  return Buffer.concat([file.subarray(0, 2), head, content, file.subarray(2)]);
}
