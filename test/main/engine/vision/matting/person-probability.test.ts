import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  findPersons,
  isGhost,
  segmentWhole,
  shareOfPeople,
  showsPerson,
} from '../../../../../main/engine/vision/matting/person-probability.ts';
import { decodePhoto } from '../../../../../main/engine/vision/photo/decode.ts';
import { createPlane, paste } from '../../../../../main/engine/vision/pixels/plane.ts';
import {
  type Segmentation,
  type SegmentClass,
  segmentClasses,
} from '../../../../../main/engine/vision/segmentation.ts';
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

describe('isGhost', () => {
  const seen = (shares: Partial<Record<SegmentClass, number>>) => {
    const planes = Object.fromEntries(segmentClasses.map((name) => [name, createPlane(100, 1)]));
    let next = 0;
    for (const [name, count] of Object.entries(shares)) {
      planes[name]!.data.fill(0.9, next, next + count);
      next += count;
    }
    return { planes, frame: { x: 0, y: 0, side: 1, angle: 0 } } as unknown as Segmentation;
  };
  test.each([
    ['clothes alone', { clothes: 40 }, true],
    ['skin alone', { bodySkin: 20, faceSkin: 4 }, true],
    ['clothes with a speck of skin', { clothes: 40, bodySkin: 2 }, true],
    ['things beside clothes', { clothes: 40, others: 30 }, true],
    ['a small head over a long coat', { clothes: 40, hair: 2, faceSkin: 2 }, false],
    ['a veil and a face', { clothes: 40, faceSkin: 10 }, false],
    ['hair alone', { hair: 30 }, false],
  ])('%s: %s', (_, shares, expected) => expect(isGhost(seen(shares))).toBe(expected));

  test.each(['astronaut', 'camera'] as const)('%s: false', async (name) => {
    expect(isGhost(await segmentWhole(await decodePhoto(await readFile(sample(name)))))).toBe(false);
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
