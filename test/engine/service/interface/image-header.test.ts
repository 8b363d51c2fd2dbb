import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readHeader, sniff } from '../../../../engine/service/interface/image-header.ts';
import { bitmap, encodeTestImage, imageOf, pngHeader } from '../../../helpers/engine/engine-images.ts';

test.each(['png', 'jpeg', 'webp'] as const)('reads the size of a complete %s', async (format) => {
  expect(await readHeader(await encodeTestImage(format, 123, 45))).toMatchObject({ format, width: 123, height: 45 });
});

test('returns the stored size, independent of the orientation', async () => {
  const turned = await sharp(await encodeTestImage('jpeg', 123, 45))
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(await readHeader(turned)).toMatchObject({ width: 123, height: 45 });
});

test('reads bitmaps of both row orders and of the oldest header', async () => {
  expect(await readHeader(bitmap(20, 10))).toEqual({ format: 'bmp', width: 20, height: 10 });
  expect(await readHeader(bitmap(20, -10))).toEqual({ format: 'bmp', width: 20, height: 10 });
  const oldest = bitmap(0, 0);
  oldest.writeUInt32LE(12, 14);
  oldest.writeUInt16LE(300, 18);
  oldest.writeUInt16LE(200, 20);
  expect(await readHeader(oldest)).toEqual({ format: 'bmp', width: 300, height: 200 });
});

test('counts the bits of a PNG pixel over all channels', async () => {
  const bitsOf = async (depth: number, colorType: number) =>
    (await readHeader(pngHeader(9, 9, depth, colorType)))?.pngBits;
  expect(await bitsOf(8, 0)).toBe(8);
  expect(await bitsOf(1, 3)).toBe(1);
  expect(await bitsOf(8, 4)).toBe(16);
  expect(await bitsOf(8, 2)).toBe(24);
  expect(await bitsOf(16, 6)).toBe(64);
});

test('reads an image inside a larger buffer', async () => {
  const image = await imageOf('png', 7, 8);
  const around = Buffer.concat([Buffer.from('before'), image]);
  expect(await readHeader(around.subarray(6))).toMatchObject({ format: 'png', width: 7, height: 8 });
});

test('finds no format in a text, an empty file, and a text that starts with BM', async () => {
  expect(sniff(Buffer.from('hello'))).toBeUndefined();
  expect(sniff(new Uint8Array())).toBeUndefined();
  expect(sniff(Buffer.from('BMW and other cars'))).toBeUndefined();
  expect(sniff(Buffer.from('RIFF1234WAVEfmt '))).toBeUndefined();
});

test.each([
  ['a PNG without a header chunk', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
  ['a PNG of an unknown colour type', pngHeader(5, 5, 8, 5)],
  ['a PNG without width', pngHeader(0, 5, 8, 2)],
  ['a bitmap without width', bitmap(0, 5)],
  ['a JPEG that ends after its first bytes', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
])('throws on %s', async (_name, bytes) => {
  await expect(readHeader(bytes)).rejects.toThrow();
});
