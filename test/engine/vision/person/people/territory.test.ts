import { expect, test } from 'vitest';
import { headGround, noOwner, territories } from '../../../../../engine/vision/person/people/territory.ts';
import { classesOf, sceneHeight, sceneWidth } from '../../../../helpers/face/scene.ts';

const photo = {
  width: sceneWidth,
  height: sceneHeight,
  rgb: new Uint8Array(sceneWidth * sceneHeight * 3).fill(90),
  alpha: null,
};
const at = (x: number, y: number) => y * sceneWidth + x;

function share(patches: Parameters<typeof classesOf>[0], seeds: readonly (readonly [number, number])[]) {
  const known = new Int16Array(sceneWidth * sceneHeight).fill(noOwner);
  for (const [owner, [x, y]] of seeds.entries()) known[at(x, y)] = owner;
  return territories(photo, classesOf(patches), known, headGround).owner;
}

test('long hair belongs to its head, not to the neighbor next to it', () => {
  const owner = share(
    [
      { name: 'hair', left: 20, right: 60, top: 20, bottom: 40 },
      { name: 'hair', left: 50, right: 60, top: 40, bottom: 200 },
      { name: 'faceSkin', left: 64, right: 100, top: 150, bottom: 200 },
    ],
    [
      [25, 30],
      [80, 175],
    ],
  );
  expect(owner[at(55, 190)]).toBe(0);
  expect(owner[at(66, 190)]).toBe(1);
});

test('a gap is divided halfway, and every pixel has an owner', () => {
  const owner = share(
    [],
    [
      [20, 100],
      [100, 100],
    ],
  );
  expect([owner[at(55, 100)], owner[at(65, 100)]]).toEqual([0, 1]);
  expect(owner.every((value) => value !== noOwner)).toBe(true);
});
