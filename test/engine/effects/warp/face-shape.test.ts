import { describe, expect, test } from 'vitest';
import type { Displacement } from '../../../../engine/effects/warp/displacement-field.ts';
import {
  extentOf,
  fromOutside,
  reshapeFace,
  type Stiffness,
  shapeReach,
} from '../../../../engine/effects/warp/face-shape.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { faceParts } from '../../../../engine/vision/face/mesh.ts';
import { photoOf } from '../../../helpers/face/faces.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

const out = new Float64Array(2);
const at = (displacement: Displacement, { x, y }: { x: number; y: number }) => {
  displacement(x, y, out);
  return { x: out[0]!, y: out[1]! };
};

describe('the astronaut', async () => {
  const [face] = await findFaces(await photoOf(sample('astronaut')), 1);
  const { mesh, box } = face!;
  const size = extentOf(face!);
  const all = { slim: 1.3, shrink: 1 };
  /** A grid of points over the face and its surroundings. */
  const places = Array.from({ length: 60 * 60 }, (_, i) => ({
    x: box.left - box.width / 2 + ((i % 60) * box.width) / 30,
    y: box.top - box.height / 2 + (Math.floor(i / 60) * box.height) / 30,
  }));

  test('the unit is the face, whatever the rotation of the photograph', () => {
    const turned = mesh.map(({ x, y, z }) => ({ x: -y, y: x, z }));
    expect(extentOf({ mesh: turned })).toBeCloseTo(size, 6);
    expect(size).toBeGreaterThan(80);
    expect(size).toBeLessThan(120);
  });

  test('slimming moves the jaw inwards by the requested amount and leaves eyes and nose', () => {
    const slimmer = reshapeFace(face!, { slim: 1, shrink: 0 });
    const [left, right] = [mesh[172]!, mesh[397]!];
    const inner = { x: left.x + 0.05 * size, y: left.y };
    expect(at(slimmer, inner).x).toBeLessThan(-0.02 * size);
    expect(at(slimmer, { x: right.x - 0.05 * size, y: right.y }).x).toBeGreaterThan(0.02 * size);
    for (const index of [33, 133, 362, 263, 4, 6]) {
      const { x, y } = at(slimmer, mesh[index]!);
      expect(Math.hypot(x, y)).toBeLessThan(0.004 * size);
    }
  });

  test('a smaller face is the same face: its features come closer together evenly', () => {
    const smaller = reshapeFace(face!, { slim: 0, shrink: 1 });
    const spread = (a: number, b: number) => {
      const [p, q] = [at(smaller, mesh[a]!), at(smaller, mesh[b]!)];
      const [from, to] = [mesh[a]!, mesh[b]!];
      return (
        Math.hypot(to.x + q.x - from.x - p.x, to.y + q.y - from.y - p.y) / Math.hypot(to.x - from.x, to.y - from.y)
      );
    };
    for (const [a, b] of [
      [33, 263],
      [4, 152],
      [61, 291],
    ] as const) {
      expect(spread(a, b)).toBeGreaterThan(1.05);
      expect(spread(a, b)).toBeLessThan(1.1);
    }
  });

  test('nothing moves beyond the reach of the effect', () => {
    const outline = faceParts.oval.map((index) => mesh[index]!);
    const reshaped = reshapeFace(face!, all);
    const far = places.filter(({ x, y }) => fromOutside(outline, x, y).distance > shapeReach * size);
    expect(far.length).toBeGreaterThan(500);
    for (const place of far) expect(at(reshaped, place)).toEqual({ x: 0, y: 0 });
  });

  /** A stiff strip in front of a soft background, halfway between the face and the end of the reach. */
  const strip = (x: number, y: number) =>
    x > box.left + box.width && x < box.left + box.width + 0.12 * size && y > mesh[454]!.y ? 40 : 0.02;

  test.each<[string, Stiffness, number]>([
    ['all is skin', () => 1, 0.35],
    ['a stiff part moves before a soft one', strip, 0.1],
  ])('nothing folds over, even at maximum strength: %s', (_, stiffness, minDeterminant) => {
    const reshaped = reshapeFace(face!, all, stiffness);
    const step = size / 200;
    for (const place of places) {
      const here = at(reshaped, place);
      const right = at(reshaped, { x: place.x + step, y: place.y });
      const below = at(reshaped, { x: place.x, y: place.y + step });
      const a = 1 + (right.x - here.x) / step;
      const b = (below.x - here.x) / step;
      const c = (right.y - here.y) / step;
      const d = 1 + (below.y - here.y) / step;
      expect(a * d - b * c).toBeGreaterThan(minDeterminant);
    }
  });
});

test('distance from a polygon: 0 inside, straight to the nearest side outside', () => {
  const square = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
  ].map(([x, y]) => ({ x: x!, y: y! }));
  expect(fromOutside(square, 1, 1)).toEqual({ distance: 0, nearest: { x: 1, y: 1 } });
  expect(fromOutside(square, 4, 1)).toEqual({ distance: 2, nearest: { x: 2, y: 1 } });
  expect(fromOutside(square, 5, 6)).toEqual({ distance: 5, nearest: { x: 2, y: 2 } });
});
