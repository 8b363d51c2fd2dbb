import { expect, test } from 'vitest';
import { createPlane } from '../../../../engine/pixels/plane.ts';
import { resolveCloth } from '../../../../engine/vision/clothes/resolve-cloth.ts';
import type { SegmentClass } from '../../../../engine/vision/segmentation.ts';
import { blue, type Patch, sceneHeight, sceneOf, sceneWidth, top, white } from '../../../helpers/face/scene.ts';

type Doubt = Partial<Record<SegmentClass, number>>;
const middle = { left: 50, right: 70, top: 80, bottom: 120 };

/** Resolves a blue top that the segmentation doubts in the middle, with alpha 1 all over. */
function settled(doubt: Doubt, place: typeof middle = middle, color: Patch['colour'] = blue, things?: typeof middle) {
  const scene = sceneOf([top(blue), { ...place, name: 'clothes', colour: color }]);
  const alpha = { ...createPlane(sceneWidth, sceneHeight), data: scene.classes.clothes.data.slice() };
  const worn = createPlane(sceneWidth, sceneHeight);
  for (let y = 0, i = 0; y < sceneHeight; y++) {
    for (let x = 0; x < sceneWidth; x++, i++) {
      const isIn = (box?: typeof middle) => box && x >= box.left && x < box.right && y >= box.top && y < box.bottom;
      if (isIn(place))
        for (const [name, plane] of Object.entries(scene.classes)) plane.data[i] = doubt[name as SegmentClass] ?? 0;
      if (isIn(things)) worn.data[i] = 1;
    }
  }
  const { cloth, person } = resolveCloth(scene, [], alpha, worn);
  return (x: number, y: number) => [cloth.data[y * sceneWidth + x]!, person.data[y * sceneWidth + x]!];
}

test('doubtful areas between cloth and background on a person are cloth', () => {
  expect(settled({ clothes: 0.4, background: 0.55 })(60, 100)).toEqual([1, 1]);
});

test('an object amid cloth belongs to it, but a bag does not', () => {
  expect(settled({ others: 0.9 })(60, 100)).toEqual([1, 1]);
  expect(settled({ others: 0.9 }, middle, blue, middle)(60, 100)).toEqual([0, 1]);
});

test('certain skin, and a held object that is certainly no cloth, stay', () => {
  expect(settled({ bodySkin: 0.9 }, middle, white)(60, 100)[0]).toBe(0);
  expect(settled({ background: 0.95 }, middle, white)(60, 100)[0]).toBe(0);
});

test('specks are no cloth', () => {
  const speck = { left: 60, right: 62, top: 100, bottom: 102 };
  expect(settled({ bodySkin: 0.9 }, speck, white)(60, 100)).toEqual([1, 1]);
});

test('cloth ends at an edge in the photograph, not at the border of the doubtful area', () => {
  // Half of the doubtful area is a forearm next to it, recognizable by its color.
  const scene = sceneOf([
    { ...top(blue), right: 60 },
    { ...top(white), name: 'bodySkin', left: 60 },
  ]);
  const alpha = {
    ...createPlane(sceneWidth, sceneHeight),
    data: scene.classes.background.data.map((value) => 1 - value),
  };
  for (let y = 55; y < 140; y++) {
    for (let x = 50; x < 66; x++) {
      scene.classes.clothes.data[y * sceneWidth + x] = 0.5;
      scene.classes.bodySkin.data[y * sceneWidth + x] = 0.5;
    }
  }
  const { cloth } = resolveCloth(scene, [], alpha, createPlane(sceneWidth, sceneHeight));
  expect([55, 58, 61, 64].map((x) => cloth.data[100 * sceneWidth + x])).toEqual([1, 1, 0, 0]);
});

test('outside people, only areas next to cloth are cloth', () => {
  const scene = sceneOf([top(blue), { ...top(blue), left: 85, right: 90 }, { ...top(blue), top: 200, bottom: 240 }]);
  const alpha = { ...createPlane(sceneWidth, sceneHeight), data: scene.classes.clothes.data.slice() };
  for (let y = 0; y < sceneHeight; y++) alpha.data.fill(0.2, y * sceneWidth + (y < 200 ? 85 : 0), (y + 1) * sceneWidth);
  const { cloth } = resolveCloth(scene, [], alpha, createPlane(sceneWidth, sceneHeight));
  expect([cloth.data[100 * sceneWidth + 86], cloth.data[220 * sceneWidth + 60]]).toEqual([1, 0]);
});
