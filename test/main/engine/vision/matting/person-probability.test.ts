import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  findPersons,
  segmentWhole,
  shareOfPeople,
  showsPerson,
} from '../../../../../main/engine/vision/matting/person-probability.ts';
import { decodePhoto } from '../../../../../main/engine/vision/photo/decode.ts';
import { createPlane, paste } from '../../../../../main/engine/vision/pixels/plane.ts';
import { group } from '../../../../helpers/faces.ts';
import { sample } from '../../../../helpers/photographs.ts';

describe('showsPerson', () => {
  test.each([
    ['astronaut', true],
    ['camera', true],
    ['chelsea', false],
    ['coffee', false],
  ] as const)('%s: %s', async (name, expected) => {
    const photo = await decodePhoto(await readFile(sample(name)));
    expect(showsPerson(await segmentWhole(photo))).toBe(expected);
  });
});

test('findPersons knows everybody in a group, and the wall behind them', async () => {
  const photo = await decodePhoto(await readFile(group(4)));
  const whole = await segmentWhole(photo);
  const { probability: matte } = await findPersons(photo, whole, 480, 362, new AbortController().signal);
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

test('shareOfPeople tells a matte of somebody from one of what is beside them', async () => {
  const photo = await decodePhoto(await readFile(sample('astronaut')));
  const whole = await segmentWhole(photo);
  const shareIn = (x: number, y: number, size: number) => {
    const matte = createPlane(64, 64);
    const square = createPlane(size, size);
    square.data.fill(1);
    paste(square, matte, { x, y, width: size, height: size });
    return shareOfPeople(matte, whole, photo);
  };
  expect(shareIn(20, 36, 20)).toBeGreaterThan(0.9);
  expect(shareIn(50, 2, 12)).toBeLessThan(0.1);
  expect(shareOfPeople(createPlane(64, 64), whole, photo)).toBe(0);
});
