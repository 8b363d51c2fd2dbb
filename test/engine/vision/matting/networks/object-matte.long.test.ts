import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { enlarge } from '../../../../../engine/pixels/plane.ts';
import {
  blendPasses,
  objectMatte,
  twoPassObjectMatte,
} from '../../../../../engine/vision/matting/networks/object-matte.ts';
import { decodePhoto, type Photo } from '../../../../../engine/vision/photo/decode.ts';
import { composite, errorsOf, mug, tableWithShadow } from '../../../../helpers/photograph/ground-truth-alpha.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

describe('objectMatte', () => {
  test('finds a cup on its saucer', async () => {
    const matte = (await objectMatte(await decodePhoto(await readFile(sample('coffee')))))!;
    const at = (x: number, y: number) => matte.data[Math.round(y * 320) * 320 + Math.round(x * 320)];
    expect(at(0.45, 0.5)).toBeGreaterThan(0.95);
    expect(at(0.03, 0.03)).toBeLessThan(0.05);
  });

  test('is null for a picture of one color', async () => {
    const flat: Photo = { width: 64, height: 48, rgb: new Uint8Array(64 * 48 * 3).fill(120), alpha: null };
    expect(await objectMatte(flat)).toBeNull();
  });
});

test('a closer look has finer detail', async () => {
  const { photo, alpha } = await composite(
    mug(1400, 1100, ['#2b5a9c', '#6f9fdd', '#1d3d70']),
    await tableWithShadow(1400, 1100),
  );
  const far = enlarge((await objectMatte(photo))!, 1400, 1100);
  const near = blendPasses((await twoPassObjectMatte(photo, new AbortController().signal))!, photo, 1400, 1100);
  expect(errorsOf(near, alpha).edge).toBeLessThan(errorsOf(far, alpha).edge * 0.9);
});
