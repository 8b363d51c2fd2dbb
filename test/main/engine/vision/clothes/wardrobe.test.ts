import { expect, test } from 'vitest';
import { findAccessories } from '../../../../../main/engine/vision/clothes/accessories.ts';
import { sortClothes } from '../../../../../main/engine/vision/clothes/wardrobe.ts';
import { clothClasses } from '../../../../../preload/contract/operations/cutout.ts';
import { blue, type Patch, sceneOf, skirt, top, trousers, WIDTH, white } from '../../../../helpers/scene.ts';

/** The classes that are at a place of the scene. */
function at(patches: readonly Patch[], x: number, y: number): string[] {
  const scene = sceneOf(patches);
  const wardrobe = { ...sortClothes(scene), ...findAccessories(scene, []) };
  return clothClasses.filter((name) => wardrobe[name].data[y * WIDTH + x]! > 0.5);
}

const shoes: Patch[] = [
  { name: 'others', left: 35, right: 57, top: 262, bottom: 280 },
  { name: 'others', left: 63, right: 85, top: 262, bottom: 280 },
];
const bag: Patch = { name: 'others', left: 90, right: 118, top: 120, bottom: 160 };
const watch: Patch = { name: 'others', left: 92, right: 98, top: 130, bottom: 136 };

test.each([
  ['a top', [top(white), ...trousers(blue)], 60, 100, ['tops']],
  ['trousers', [top(white), ...trousers(blue)], 45, 220, ['pants']],
  ['a skirt', [top(white), ...skirt(blue)], 60, 180, ['skirt']],
  ['the top above it', [top(white), ...skirt(blue)], 60, 100, ['tops']],
  ['a dress, below', [top(white), ...skirt(white)], 60, 180, ['skirt']],
  ['a dress, above', [top(white), ...skirt(white)], 60, 100, ['skirt']],
  ['bare legs', [top(white), ...skirt(blue)], 45, 230, []],
  ['shoes', [top(white), ...trousers(blue), ...shoes], 45, 272, ['shoes']],
  ['a bag', [top(white), ...trousers(blue), bag], 105, 140, ['bag']],
  ['a watch, which is none', [top(white), ...trousers(blue), watch], 95, 133, []],
] as const)('%s', (_, patches, x, y, names) => {
  expect(at(patches, x, y)).toEqual(names);
});
