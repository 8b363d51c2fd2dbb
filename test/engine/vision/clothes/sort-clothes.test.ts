import { expect, test } from 'vitest';
import { clothClasses } from '../../../../contract/operations/cutout.ts';
import { createPlane } from '../../../../engine/pixels/plane.ts';
import { findAccessories } from '../../../../engine/vision/clothes/accessories.ts';
import { mergeSmallPieces, sortClothes } from '../../../../engine/vision/clothes/sort-clothes.ts';
import {
  blue,
  figure,
  longSkirt,
  type Patch,
  sceneHeight,
  sceneOf,
  sceneWidth,
  shorts,
  skirt,
  top,
  trousers,
  white,
} from '../../../helpers/face/scene.ts';

const clothGarments = ['tops', 'coat', 'skirt', 'pants'] as const;

/** Classes at a point of the scene. */
function at(patches: readonly Patch[], x: number, y: number): string[] {
  const scene = sceneOf(patches);
  const wardrobe = { ...sortClothes(scene).garments, ...findAccessories(scene, []) };
  return clothClasses.filter((name) => wardrobe[name].data[y * sceneWidth + x]! > 0.5);
}

const shoes: Patch[] = [
  { name: 'others', left: 35, right: 57, top: 262, bottom: 280 },
  { name: 'others', left: 63, right: 85, top: 262, bottom: 280 },
];
const bag: Patch = { name: 'others', left: 90, right: 118, top: 120, bottom: 160 };
const arm: Patch = { name: 'bodySkin', left: 30, right: 90, top: 118, bottom: 126 };
const seam: Patch = { ...top([10, 15, 40]), top: 130, bottom: 134 };
const watch: Patch = { name: 'others', left: 92, right: 98, top: 130, bottom: 136 };

test.each([
  ['a top', [top(white), ...trousers(blue)], 60, 100, ['tops']],
  ['trousers', [top(white), ...trousers(blue)], 45, 220, ['pants']],
  ['a skirt', [top(white), ...skirt(blue)], 60, 180, ['skirt']],
  ['the top above it', [top(white), ...skirt(blue)], 60, 100, ['tops']],
  ['a dress, below', [top(white), ...skirt(white)], 60, 180, ['skirt']],
  ['a dress, above', [top(white), ...skirt(white)], 60, 100, ['skirt']],
  ['a longer shirt', [...trousers(blue), { ...top(white), bottom: 160 }], 60, 152, ['tops']],
  ['shorts', [top(white), ...shorts(blue)], 45, 175, ['pants']],
  ['a long skirt', [top(white), longSkirt(blue)], 60, 240, ['skirt']],
  ['a top of the same color behind an arm', [top(blue), ...trousers(blue), arm], 60, 100, ['tops']],
  ['trousers of the same color below an arm', [top(blue), ...trousers(blue), arm], 60, 135, ['pants']],
  ['a top above a dark seam', [top(blue), ...trousers(blue), seam], 60, 125, ['tops']],
  ['trousers below a dark seam', [top(blue), ...trousers(blue), seam], 60, 138, ['pants']],
  ['bare legs', [top(white), ...skirt(blue)], 45, 230, []],
  ['shoes', [top(white), ...trousers(blue), ...shoes], 45, 272, ['shoes']],
  ['a bag', [top(white), ...trousers(blue), bag], 105, 140, ['bag']],
  ['a watch, which is none', [top(white), ...trousers(blue), watch], 95, 133, []],
] as const)('%s', (_, patches, x, y, names) => {
  expect(at(patches, x, y)).toEqual(names);
});

/** A garment from the shoulders to beyond the photograph's border. The arms hang at the sides. */
const long: Patch = { ...top(blue), bottom: sceneHeight };
const arms = [
  [
    { x: 40, y: 60 },
    { x: 38, y: 90 },
    { x: 38, y: 120 },
  ],
];
const bare: Patch = { name: 'bodySkin', left: 30, right: 46, top: 70, bottom: 130 };

test.each([
  ['with long sleeves a coat', [long], 'coat'],
  ['with bare arms no coat', [long, bare], 'tops'],
] as const)('a piece of one color that the border cuts off: %s', (_, patches, name) => {
  const { garments } = sortClothes({ ...sceneOf(patches), figures: [{ ...figure, arms }] });
  for (const y of [100, 150, 290]) expect(garments[name].data[y * sceneWidth + 60]).toBe(1);
});

test.each([
  ['a glove on the lap is no trousers', 40, 'tops'],
  ['shorts are', 85, 'pants'],
] as const)('%s', (_, right, name) => {
  const cloth: Patch = { ...top(blue), right, top: 140, bottom: 180 };
  const scene = sceneOf([cloth]);
  const plane = () => createPlane(sceneWidth, sceneHeight);
  const garments = { tops: plane(), coat: plane(), skirt: plane(), pants: scene.classes.clothes };
  mergeSmallPieces(garments, scene);
  const at = 170 * sceneWidth + 38;
  expect(clothGarments.filter((each) => garments[each].data[at] === 1)).toEqual([name]);
});
