import { expect, test } from 'vitest';
import { createPlane } from '../../../../../engine/pixels/plane.ts';
import type { Face } from '../../../../../engine/vision/face/find-faces.ts';
import { baldCrown } from '../../../../../engine/vision/person/head/bald-crown.ts';
import { faceBetween, type Patch, place, sceneOf, sceneWidth } from '../../../../helpers/face/scene.ts';

/** Forehead at y = 100, chin at 140, so the height of the face is 40 px. */
const face = { ...faceBetween({ x: 60, y: 100 }, { x: 60, y: 140 }), pose: { yaw: 0, pitch: 0, roll: 0 } } as Face;
const skin: Patch = { name: 'faceSkin', left: 42, right: 78, top: 98, bottom: 142 };
const crown: Patch = { name: 'bodySkin', left: 46, right: 74, top: 86, bottom: 98 };
const crownOf = (patches: readonly Patch[]) => {
  const { classes } = sceneOf(patches);
  const mine = createPlane(place.width, place.height);
  mine.data.fill(1);
  const { data } = baldCrown({ face, place, classes, personMask: mine }, 2);
  return (x: number, y: number) => data[y * sceneWidth + x]!;
};

test('a bald crown belongs to the head up to its top, although it is classified as body skin', () => {
  const at = crownOf([skin, crown]);
  for (const y of [87, 92, 97]) expect(at(60, y)).toBeGreaterThan(0.95);
});

test('a hand next to the head, an arm above it and the neck do not belong to it', () => {
  const hand: Patch = { name: 'bodySkin', left: 90, right: 105, top: 90, bottom: 110 };
  const arm: Patch = { name: 'bodySkin', left: 30, right: 90, top: 60, bottom: 70 };
  const neck: Patch = { name: 'bodySkin', left: 46, right: 74, top: 142, bottom: 160 };
  const at = crownOf([skin, crown, hand, arm, neck]);
  for (const [x, y] of [
    [95, 100],
    [60, 65],
    [60, 150],
  ] as const) {
    expect(at(x, y)).toBe(0);
  }
});

test('a hand on hair does not belong to the head', () => {
  const hair: Patch = { name: 'hair', left: 42, right: 78, top: 80, bottom: 104 };
  const hand: Patch = { name: 'bodySkin', left: 52, right: 68, top: 84, bottom: 94 };
  expect(crownOf([skin, hair, hand])(60, 90)).toBe(0);
});
