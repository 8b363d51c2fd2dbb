import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { astronaut, black, exchange } from '../../helpers/operation/brow-exchange.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const nobody = await readFile(sample('coffee'));

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
    let largest = 0;
    for (let y = 0; y < before.height; y++) {
      for (let x = 0; x < before.width; x++) {
        const isNear =
          x >= browBand.x && x < browBand.x + browBand.width && y >= browBand.y && y < browBand.y + browBand.height;
        if (isNear) continue;
        for (let i = (y * before.width + x) * 3, end = i + 3; i < end; i++) {
          largest = Math.max(largest, Math.abs(after.rgb[i]! - before.rgb[i]!));
        }
      }
    }
    expect(largest).toBeLessThanOrEqual(1);
  });
});

test('the message names the picture without a face', async () => {
  await expect(exchange(nobody, black)).rejects.toMatchObject({
    code: 'ERROR_NO_FACE_IN_FILE',
    message: expect.stringContaining('in the photograph.'),
  });
  await expect(exchange(astronaut, nobody)).rejects.toMatchObject({
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

test('a canceled call stops', async () => {
  const cancelled = AbortSignal.abort(new DOMException('cancelled', 'AbortError'));
  await expect(exchange(astronaut, black, undefined, cancelled)).rejects.toThrow('cancelled');
});
