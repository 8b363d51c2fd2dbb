import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { cutPhoto, decodePhoto } from '../../../../engine/vision/photo/decode.ts';
import { bitmapFile, grainy, portrait, sample } from '../../../helpers/photograph/photographs.ts';

const pixel = (photo: { width: number; rgb: Uint8Array }, x: number, y: number) => [
  ...photo.rgb.subarray((y * photo.width + x) * 3, (y * photo.width + x) * 3 + 3),
];

describe('decodePhoto', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('reads a %s', async (format) => {
    const photo = await decodePhoto(await grainy(40, 30).toFormat(format).toBuffer());
    expect([photo.width, photo.height, photo.rgb.length, photo.alpha]).toEqual([40, 30, 3600, null]);
  });

  test('reads a BMP', async () => {
    const photo = await decodePhoto(bitmapFile(4, 3, 24));
    expect([photo.width, photo.height]).toEqual([4, 3]);
    expect(pixel(photo, 0, 2)).toEqual([14, 7, 0]);
  });

  test.each([
    [1, [255, 0, 0], 20, 10],
    [3, [0, 0, 255], 20, 10],
    [6, [0, 0, 255], 10, 20],
    [8, [255, 0, 0], 10, 20],
  ])('applies orientation %i', async (orientation, corner, width, height) => {
    const left = await sharp({ create: { width: 10, height: 10, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const upload = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#00f' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .withMetadata({ orientation })
      .png()
      .toBuffer();
    const photo = await decodePhoto(upload);
    expect([photo.width, photo.height]).toEqual([width, height]);
    // A clockwise turn moves the right side to the bottom, a counterclockwise turn the left side.
    expect(pixel(photo, 0, height === 20 ? 19 : 0)).toEqual(corner);
  });

  test('converts other color spaces to sRGB', async () => {
    const wide = await sharp({ create: { width: 8, height: 8, channels: 3, background: { r: 200, g: 40, b: 40 } } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const numbers = await sharp(wide, { ignoreIcc: true }).removeAlpha().raw().toBuffer();
    expect([...numbers.subarray(0, 3)]).not.toEqual([200, 40, 40]);
    const decoded = pixel(await decodePhoto(wide), 4, 4);
    [200, 40, 40].forEach((value, c) => {
      expect(Math.abs(decoded[c]! - value)).toBeLessThanOrEqual(2);
    });
  });

  test('converts gray to three channels', async () => {
    const photo = await decodePhoto(await readFile(sample('camera')));
    expect(photo.rgb.length).toBe(512 * 512 * 3);
    const [r, g, b] = pixel(photo, 200, 200);
    expect([g, b]).toEqual([r, r]);
  });

  test('separates alpha, and hides transparent colors', async () => {
    const rgba = Uint8Array.of(10, 20, 30, 255, 40, 50, 60, 128, 70, 80, 90, 0);
    const upload = await sharp(rgba, { raw: { width: 3, height: 1, channels: 4 } })
      .png()
      .toBuffer();
    const photo = await decodePhoto(upload);
    expect([...photo.rgb]).toEqual([10, 20, 30, 40, 50, 60, 255, 255, 255]);
    expect([...photo.alpha!]).toEqual([255, 128, 0]);
  });

  test('has no alpha if all pixels are opaque', async () => {
    expect((await decodePhoto(await grainy(8, 8).ensureAlpha().png().toBuffer())).alpha).toBeNull();
  });

  test('reduces sixteen bits to eight', async () => {
    const deep = await sharp(Uint16Array.of(0xffff, 0x8080, 0), { raw: { width: 1, height: 1, channels: 3 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    expect(pixel(await decodePhoto(deep), 0, 0)).toEqual([255, 128, 0]);
  });

  test.each(['jpeg', 'png', 'webp'] as const)('rejects a truncated %s', async (format) => {
    const imageBytes = await grainy(400, 300).toFormat(format).toBuffer();
    await expect(decodePhoto(imageBytes.subarray(0, Math.floor(imageBytes.length * 0.6)))).rejects.toMatchObject({
      code: 'FILE_DECODING_FAILURE',
    });
  });

  test('rejects a truncated BMP', async () => {
    await expect(decodePhoto(bitmapFile(40, 30, 24).subarray(0, 900))).rejects.toMatchObject({
      code: 'FILE_DECODING_FAILURE',
    });
  });

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['a GIF', 'GIF89a\x01\0\x01\0'],
    ['text', 'hello'],
    ['nothing', ''],
  ])('rejects %s', async (_, content) => {
    await expect(decodePhoto(Buffer.from(content))).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPES' });
  });

  test('rejects more pixels than the limit', async () => {
    await expect(decodePhoto(await readFile(portrait), 1_000_000)).rejects.toMatchObject({
      code: 'ERROR_HIGH_RESOLUTION',
    });
  });
});

test('cutPhoto copies a rectangle', async () => {
  const photo = await decodePhoto(await grainy(20, 10).png().toBuffer());
  const piece = cutPhoto(photo, { x: 5, y: 2, width: 4, height: 3 });
  expect([piece.width, piece.height]).toEqual([4, 3]);
  expect(pixel(piece, 0, 0)).toEqual(pixel(photo, 5, 2));
  expect(pixel(piece, 3, 2)).toEqual(pixel(photo, 8, 4));
});
