import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodePhoto } from '../../../../main/engine/vision/photo.ts';

const astronaut = readFileSync(join(import.meta.dirname, '../../../../assets/samples/astronaut.png'));
const flat = (r: number, g: number, b: number, width = 8, height = 4) =>
  sharp({ create: { width, height, channels: 3, background: { r, g, b } } });

/** Mean of each channel. */
async function colour(bytes: Uint8Array): Promise<number[]> {
  const { rgb } = await decodePhoto(bytes);
  const sums = [0, 0, 0];
  rgb.forEach((value, index) => {
    sums[index % 3]! += value;
  });
  return sums.map((sum) => (sum * 3) / rgb.length);
}

describe('colours come out as sRGB', () => {
  test.each([
    ['8 bits in Display P3', () => flat(200, 80, 60).withIccProfile('p3').png()],
    ['16 bits in Display P3', () => flat(200, 80, 60).toColourspace('rgb16').withIccProfile('p3').png()],
    ['16 bits without a profile', () => flat(200, 80, 60).toColourspace('rgb16').png()],
  ])('%s', async (_, make) => {
    const [r, g, b] = await colour(await make().toBuffer());
    expect(Math.abs(r! - 200)).toBeLessThanOrEqual(2);
    expect(Math.abs(g! - 80)).toBeLessThanOrEqual(2);
    expect(Math.abs(b! - 60)).toBeLessThanOrEqual(2);
  });
});

test('orientation is applied', async () => {
  const turned = await flat(10, 20, 30).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const { width, height } = await decodePhoto(turned);
  expect([width, height]).toEqual([4, 8]);
});

test('grey becomes three equal channels', async () => {
  const { rgb } = await decodePhoto(await flat(120, 120, 120).greyscale().png().toBuffer());
  expect(new Set(rgb)).toEqual(new Set([120]));
});

test('alpha is kept where it is used and dropped where it is not', async () => {
  const half = await sharp({ create: { width: 2, height: 2, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } } })
    .png()
    .toBuffer();
  const photo = await decodePhoto(half);
  expect(photo.alpha).toEqual(new Uint8Array(4));
  expect(new Set(photo.rgb)).toEqual(new Set([255]));
  expect((await decodePhoto(await flat(1, 2, 3).ensureAlpha().png().toBuffer())).alpha).toBeNull();
});

test.each([
  ['cut in the middle', astronaut.subarray(0, astronaut.length / 2), 'FILE_DECODING_FAILURE'],
  ['text', Buffer.from('not an image at all'), 'UNSUPPORTED_FILE_TYPES'],
])('a file that is %s is refused', async (_, bytes, code) => {
  await expect(decodePhoto(bytes)).rejects.toMatchObject({ code });
});

test('an image over the limit is refused before it is decoded', async () => {
  await expect(decodePhoto(astronaut, 1000)).rejects.toMatchObject({ code: 'ERROR_HIGH_RESOLUTION' });
});
