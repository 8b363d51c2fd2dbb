import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { commodityBackgroundRemoval } from '../../../engine/operations/commodity-background-removal.ts';
import { callOf } from '../../helpers/face/faces.ts';
import { alphaAt, cutoutOf } from '../../helpers/operation/cutouts.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const cut = async (upload: Uint8Array, params = {}) =>
  cutoutOf(await commodityBackgroundRemoval(callOf('commodity-background-removal', upload, params)));

test('a cup, its saucer and its spoon are one product', async () => {
  const cutout = await cut(await readFile(sample('coffee')));
  for (const [x, y] of [
    [0.45, 0.5],
    [0.35, 0.15],
    [0.2, 0.6],
    [0.6, 0.72],
  ] as const) {
    expect(alphaAt(cutout, x, y)).toBe(255);
  }
  for (const [x, y] of [
    [0.02, 0.02],
    [0.97, 0.95],
    [0.9, 0.2],
    [0.03, 0.9],
  ] as const) {
    expect(alphaAt(cutout, x, y)).toBe(0);
  }
});

test('reports that an even picture has no subject', async () => {
  const even = await sharp({ create: { width: 200, height: 150, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  await expect(cut(even)).rejects.toMatchObject({ code: 'ERROR_NO_RECOGNITION_TARGET_DETECTED' });
});
