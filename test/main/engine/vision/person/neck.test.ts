import { describe, expect, test } from 'vitest';
import type { Face } from '../../../../../main/engine/vision/face/human.ts';
import { neckWidth } from '../../../../../main/engine/vision/person/neck.ts';
import { faceBetween, type Patch, place, sceneOf, sceneWidth } from '../../../../helpers/scene.ts';

/** Forehead at y = 100, chin at 140: a height of the face is 40 px. */
const face = faceBetween({ x: 60, y: 100 }, { x: 60, y: 140 }) as Face;
const skin: Patch = { name: 'faceSkin', left: 46, right: 74, top: 100, bottom: 142 };
const neck: Patch = { name: 'bodySkin', left: 50, right: 70, top: 142, bottom: 150 };
const shoulders: Patch = { name: 'bodySkin', left: 15, right: 105, top: 148, bottom: 200 };
const widthOf = (...patches: readonly Patch[]) => {
  const { data } = neckWidth({ face, place, classes: sceneOf(patches).classes }, 1);
  return (x: number, y: number) => data[y * sceneWidth + x]!;
};

describe('a neck above bare shoulders', () => {
  const at = widthOf(shoulders, neck, skin);

  test('goes on as wide as it is', () => {
    for (const x of [52, 60, 67]) expect(at(x, 155)).toBe(1);
  });

  test('does not widen into the shoulders', () => {
    for (const x of [40, 80]) expect(at(x, 155)).toBe(0);
  });

  test('leaves what is above it alone', () => expect(at(20, 110)).toBe(1));
});

test('hair that hangs over a neck does not end it', () => {
  const at = widthOf(shoulders, neck, skin, { name: 'hair', left: 56, right: 58, top: 138, bottom: 170 });
  expect(at(53, 155)).toBe(1);
});

test('what is in front of a neck does not make it narrower', () => {
  const at = widthOf(shoulders, neck, skin, { name: 'others', left: 50, right: 70, top: 144, bottom: 147 });
  expect(at(53, 155)).toBe(1);
});
