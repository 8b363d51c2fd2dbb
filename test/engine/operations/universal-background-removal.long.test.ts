import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { universalBackgroundRemoval } from '../../../engine/operations/universal-background-removal.ts';
import { callOf } from '../../helpers/face/faces.ts';
import { alphaAt, cutoutOf } from '../../helpers/operation/cutouts.ts';
import { testCutouts } from '../../helpers/operation/subject-places.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const cut = async (upload: Uint8Array, params = {}) =>
  cutoutOf(await universalBackgroundRemoval(callOf('universal-background-removal', upload, params)));

testCutouts(cut, [
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
    // The camera and its thin tripod belong to the man.
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
]);

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
