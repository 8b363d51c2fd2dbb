import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { aiEyebrows } from '../../../engine/operations/ai-eyebrows.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { group } from '../../helpers/face/faces.ts';
import { differenceOf } from '../../helpers/operation/changes.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const astronaut = await readFile(sample('astronaut'));
/** A woman with full, black brows. */
const black = await sharp(group(2)).extract({ left: 1330, top: 60, width: 420, height: 440 }).png().toBuffer();

/** Gives a person the eyebrows of another one. */
async function exchange(image: Uint8Array, reference: Uint8Array, resolution?: '1K' | '2K') {
  const output = await aiEyebrows({
    operation: 'ai-eyebrows',
    params: resolution ? { resolution } : {},
    images: { image, reference_image: reference },
    signal: new AbortController().signal,
  });
  if (output.kind !== 'images') throw new Error(`eyebrows answer ${output.kind}`);
  expect(output.files).toHaveLength(1);
  return output.files[0]!;
}

/** The area around the astronaut's brows, down to her upper lids. */
const browBand = { x: 176, y: 78, width: 100, height: 24 };

/** Mean lightness (of the channels, 0..255) in an area. */
function mean({ width, rgb }: Photo, x: number, y: number, columns: number, rows: number): number {
  let sum = 0;
  for (let row = y; row < y + rows; row++) {
    for (let i = (row * width + x) * 3; i < (row * width + x + columns) * 3; i++) sum += rgb[i]!;
  }
  return sum / (columns * rows * 3);
}

describe('the astronaut with black brows', async () => {
  const before = await decodePhoto(astronaut);
  const { bytes, mime } = await exchange(astronaut, black);
  const after = await decodePhoto(bytes);

  test('keeps the size of the photograph, and is a PNG', () => {
    expect([mime, after.width, after.height]).toEqual(['image/png', 512, 512]);
  });

  test.each([
    ['left', 196, 86],
    ['right', 242, 88],
  ])('the %s brow is much darker', (_, x, y) => {
    expect(mean(after, x, y, 14, 6)).toBeLessThan(mean(before, x, y, 14, 6) - 25);
  });

  test('only the brows change', () => {
    expect(differenceOf(before, after, { outside: [browBand] }).most).toBeLessThanOrEqual(1);
  });
});

test.each([
  {
    resolution: '1K',
    photo: sharp(astronaut).extract({ left: 60, top: 0, width: 380, height: 285 }).jpeg(),
    result: { format: 'jpeg', width: 1024, height: 768 },
  },
  {
    resolution: '2K',
    photo: sharp(astronaut).resize(3000).png(),
    result: { format: 'png', width: 2048, height: 2048 },
  },
] as const)(
  '$resolution is the longest side of the result, which keeps its proportions and its format',
  { tags: ['long'], timeout: 900_000 },
  async ({ resolution, photo, result }) => {
    const { bytes } = await exchange(await photo.toBuffer(), black, resolution);

    expect(await sharp(bytes).metadata()).toMatchObject(result);
  },
);

test('the message names the reference without a face', async () => {
  await expect(exchange(astronaut, await readFile(sample('coffee')))).rejects.toMatchObject({
    code: 'ERROR_NO_FACE_IN_FILE',
    message: expect.stringContaining('reference'),
  });
});

test('a reference with invisibly small brows is rejected', async () => {
  const tiny = await sharp(black).resize(60).png().toBuffer();

  await expect(exchange(astronaut, tiny)).rejects.toMatchObject({
    code: 'ERROR_POOR_FACE_QUALITY',
    message: expect.stringContaining('reference'),
  });
});
