import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { universalBackgroundRemoval } from '../../../../main/engine/operations/universal-background-removal.ts';
import { alphaAt, cutoutOf, softPart } from '../../../helpers/cutouts.ts';
import { callOf } from '../../../helpers/faces.ts';
import { sample } from '../../../helpers/photographs.ts';

const cut = async (upload: Uint8Array, params = {}) =>
  cutoutOf(await universalBackgroundRemoval(callOf('universal-background-removal', upload, params)));

describe.each([
  {
    name: 'coffee',
    kept: [
      [0.45, 0.5],
      [0.35, 0.15],
      [0.2, 0.6],
    ],
    gone: [
      [0.02, 0.02],
      [0.97, 0.95],
      [0.1, 0.1],
      [0.03, 0.9],
    ],
  },
  {
    name: 'chelsea',
    kept: [
      [0.5, 0.4],
      [0.38, 0.37],
      [0.55, 0.78],
    ],
    gone: [
      [0.97, 0.5],
      [0.95, 0.9],
    ],
  },
  {
    name: 'astronaut',
    kept: [
      [0.44, 0.25],
      [0.3, 0.7],
      [0.75, 0.85],
    ],
    gone: [
      [0.02, 0.02],
      [0.98, 0.02],
      [0.8, 0.3],
    ],
  },
  {
    // His camera and its tripod, thin as it is, belong to him.
    name: 'camera',
    kept: [
      [0.3, 0.5],
      [0.56, 0.31],
      [0.576, 0.78],
      [0.573, 0.9],
    ],
    gone: [
      [0.02, 0.02],
      [0.9, 0.3],
      [0.55, 0.78],
      [0.64, 0.9],
    ],
  },
] as const)('$name', async ({ name, kept, gone }) => {
  const upload = await readFile(sample(name));
  const cutout = await cut(upload);

  test('keeps its size', async () => {
    const { width, height } = await sharp(upload).metadata();
    expect([cutout.width, cutout.height, cutout.channels]).toEqual([width, height, 4]);
  });

  test.each(kept.map(([x, y]) => ({ x, y })))('the subject is there at $x, $y', ({ x, y }) => {
    expect(alphaAt(cutout, x, y)).toBe(255);
  });

  test.each(gone.map(([x, y]) => ({ x, y })))('the background is gone at $x, $y', ({ x, y }) => {
    expect(alphaAt(cutout, x, y)).toBe(0);
  });

  test('is soft at its edges only', () => {
    expect(softPart(cutout)).toBeLessThan(0.12);
  });
});

test('crop is the box around the subject', async () => {
  const upload = await readFile(sample('coffee'));
  const [whole, cropped] = [await cut(upload), await cut(upload, { return_form: 'crop' })];
  expect(cropped.width).toBeLessThan(whole.width * 0.8);
  const edge = (side: number[]) => Math.max(...side);
  const row = (y: number) =>
    Array.from({ length: cropped.width }, (_, x) => alphaAt(cropped, x / (cropped.width - 1), y));
  expect(edge(row(0))).toBeGreaterThan(0);
  expect(edge(row(1))).toBeGreaterThan(0);
});

test('says that nothing stands out from an even picture', async () => {
  const even = await sharp({ create: { width: 200, height: 150, channels: 3, background: '#789' } })
    .png()
    .toBuffer();
  await expect(cut(even)).rejects.toMatchObject({ code: 'ERROR_NO_RECOGNITION_TARGET_DETECTED' });
});

test('stops when it is told to', async () => {
  const call = callOf('universal-background-removal', await readFile(sample('coffee')), {}, AbortSignal.abort());
  await expect(universalBackgroundRemoval(call)).rejects.toMatchObject({ name: 'AbortError' });
});
