import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { findPersons, showsPerson } from '../../../../../engine/vision/matting/networks/person-probability.ts';
import { decodePhoto } from '../../../../../engine/vision/photo/decode.ts';
import { segmentPhoto } from '../../../../../engine/vision/segmentation.ts';
import { group } from '../../../../helpers/face/faces.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

describe('showsPerson', () => {
  test.each([
    ['astronaut', true],
    ['camera', true],
    ['chelsea', false],
    ['coffee', false],
  ] as const)('%s: %s', async (name, expected) => {
    const photo = await decodePhoto(await readFile(sample(name)));
    expect(showsPerson(await segmentPhoto(photo))).toBe(expected);
  });
});

test('findPersons finds all people in a group, but not the wall behind them', async () => {
  const photo = await decodePhoto(await readFile(group(4)));
  const overview = await segmentPhoto(photo);
  const { probability: matte } = await findPersons(photo, overview, 480, 362, new AbortController().signal);
  const at = (x: number, y: number) => matte.data[Math.round(y * 362) * 480 + Math.round(x * 480)];
  for (const [x, y] of [
    [0.14, 0.2],
    [0.38, 0.12],
    [0.56, 0.22],
    [0.74, 0.22],
  ] as const) {
    expect(at(x, y)).toBeGreaterThan(0.9);
  }
  expect(at(0.95, 0.1)).toBeLessThan(0.1);
  expect(at(0.03, 0.05)).toBeLessThan(0.1);
});
