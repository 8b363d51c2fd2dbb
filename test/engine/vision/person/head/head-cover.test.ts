import { describe, expect, test } from 'vitest';
import { createPlane } from '../../../../../engine/pixels/plane.ts';
import type { Face } from '../../../../../engine/vision/face/find-faces.ts';
import { coverEnds, headCover } from '../../../../../engine/vision/person/head/head-cover.ts';
import { blue, faceBetween, type Patch, place, sceneOf, sceneWidth, white } from '../../../../helpers/face/scene.ts';

/** Forehead at y = 100, chin at 140, so the height of the face is 40 px. */
const face = faceBetween({ x: 60, y: 100 }, { x: 60, y: 140 }) as Face;
const skin: Patch = { name: 'faceSkin', left: 46, right: 74, top: 100, bottom: 142, colour: [220, 170, 140] };
const shirt: Patch = { name: 'clothes', left: 15, right: 105, top: 152, bottom: 290, colour: white };
const coverOf = (patches: readonly Patch[], covered = 1) => {
  const { classes, lab } = sceneOf(patches);
  const mine = createPlane(place.width, place.height);
  mine.data.fill(1);
  const { data } = headCover({ face, place, classes, lab, personMask: mine }, covered);
  return (x: number, y: number) => data[y * sceneWidth + x]!;
};

describe('a scarf around a head', () => {
  const scarf: Patch = { name: 'clothes', left: 36, right: 84, top: 70, bottom: 165, colour: blue };
  const at = coverOf([shirt, scarf, skin]);

  test('is complete: above the forehead, next to the face and on the neck', () => {
    for (const [x, y] of [
      [60, 80],
      [40, 120],
      [80, 120],
      [60, 150],
    ] as const) {
      expect(at(x, y)).toBeGreaterThan(0.95);
    }
  });

  test('has no hole below the chin, whatever the segmentation finds there', () => {
    const on = coverOf([shirt, scarf, skin, { name: 'bodySkin', left: 55, right: 65, top: 142, bottom: 150 }]);
    expect(on(60, 146)).toBeGreaterThan(0.95);
  });

  test('has no notch at a knot of another color on its edge', () => {
    const on = coverOf([shirt, scarf, skin, { ...scarf, left: 57, right: 63, top: 154, colour: white }]);
    expect(on(60, 157)).toBeGreaterThan(0.5);
  });

  test('has no narrow end that hangs from it', () => {
    const on = coverOf([{ ...scarf, bottom: 150 }, skin, { ...scarf, left: 58, right: 61, top: 150 }]);
    expect(on(59, 148)).toBeGreaterThan(0.8);
    expect(on(59, 157)).toBeLessThan(0.1);
  });

  test('ends at clothes of another color', () => {
    for (const x of [22, 98]) expect(at(x, 160)).toBe(0);
  });

  test('ends in an arc if clothes of the same color continue', () => {
    const on = coverOf([{ ...shirt, colour: blue }, scarf, skin]);
    expect(on(60, 160)).toBeGreaterThan(0.95);
    expect(on(60, 190)).toBe(0);
  });
});

test('an open ghutra excludes the shirt below the neck, although both are white', () => {
  const neck: Patch = { name: 'bodySkin', left: 46, right: 74, top: 142, bottom: 152, colour: [220, 170, 140] };
  const edges = [44, 75].map(
    (left): Patch => ({ ...shirt, colour: [190, 190, 190], left, right: left + 2, bottom: 200 }),
  );
  const ghutra: Patch = { name: 'clothes', left: 30, right: 90, top: 70, bottom: 170, colour: white };
  const at = coverOf([shirt, ghutra, ...edges, skin, neck]);
  expect(at(60, 158)).toBeLessThan(0.05);
  for (const x of [36, 84]) expect(at(x, 150)).toBeGreaterThan(0.95);
});

test('a cap does not extend down to a jacket of the same color', () => {
  const cap: Patch = { name: 'clothes', left: 40, right: 80, top: 72, bottom: 102, colour: blue };
  const hair: Patch = { name: 'hair', left: 38, right: 82, top: 102, bottom: 145 };
  const at = coverOf([{ ...shirt, colour: blue }, hair, cap, skin]);
  expect(at(60, 85)).toBeGreaterThan(0.95);
  expect(at(60, 158)).toBe(0);
});

test('a hat is complete, however wide its brim', () => {
  const hat: Patch = { name: 'clothes', left: 45, right: 75, top: 60, bottom: 110, colour: blue };
  const at = coverOf([hat, { ...hat, left: 2, right: 118, top: 98 }, skin]);
  for (const x of [4, 116]) expect(at(x, 106)).toBeGreaterThan(0.95);
  expect(at(60, 80)).toBeGreaterThan(0.95);
});

test('a raised sleeve that touches a hat is excluded', () => {
  const hat: Patch = { name: 'clothes', left: 40, right: 80, top: 80, bottom: 102, colour: blue };
  const sleeve: Patch = { ...shirt, left: 106, right: 118, top: 85 };
  const at = coverOf([hat, shirt, sleeve, { ...sleeve, left: 80, bottom: 95 }, skin]);
  expect(at(78, 90)).toBeGreaterThan(0.95);
  expect(at(114, 120)).toBe(0);
});

test('loose threads belong to the hat', () => {
  const hat: Patch = { name: 'clothes', left: 40, right: 80, top: 80, bottom: 102, colour: blue };
  expect(coverOf([hat, skin])(60, 78)).toBe(1);
});

test('a bare head has no cover', () => {
  expect(coverOf([shirt, { ...shirt, top: 70, bottom: 150 }, skin], 0)(60, 80)).toBe(0);
});

test('a covering ends in an arc that rises towards the shoulders', () => {
  const { data } = coverEnds({ face, place });
  const at = (x: number, y: number) => data[y * sceneWidth + x]!;
  expect(at(60, 163)).toBe(1);
  expect(at(30, 145)).toBe(1);
  for (const [x, y] of [
    [60, 150],
    [60, 175],
    [30, 163],
  ] as const) {
    expect(at(x, y)).toBe(0);
  }
});
