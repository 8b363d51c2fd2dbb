import { expect, test } from 'vitest';
import { dropUnwornCloth, garmentsByPatch, ownersByPatch } from '../../../../engine/vision/clothes/assign-patches.ts';
import { findPatches } from '../../../../engine/vision/clothes/patches.ts';
import { sortClothes } from '../../../../engine/vision/clothes/sort-clothes.ts';
import { blue, green, type Patch, sceneOf, sceneWidth, top, trousers, white } from '../../../helpers/face/scene.ts';

const minPatchPixels = 40;
const index = (x: number, y: number) => y * sceneWidth + x;

function patchesOf(patches: readonly Patch[]) {
  const scene = sceneOf(patches);
  return { scene, patches: findPatches(scene.classes.clothes, scene.lab, minPatchPixels) };
}

test('there is one patch for each color, up to its border', () => {
  const { patches } = patchesOf([top(white), ...trousers(blue)]);
  expect(patches.sizes).toHaveLength(2);
  expect(patches.labels[index(60, 139)]).toBe(patches.labels[index(60, 60)]);
  expect(patches.labels[index(60, 141)]).toBe(patches.labels[index(45, 250)]);
});

test('a patch belongs to the person with the largest part of it, unless it is shared', () => {
  const { patches } = patchesOf([top(white)]);
  const owners = (border: number) =>
    ownersByPatch(
      Int16Array.from(patches.labels, (_, i) => (i % sceneWidth < border ? 0 : 1)),
      patches,
    );
  expect(owners(75)[index(80, 100)]).toBe(0);
  expect(owners(60)[index(80, 100)]).toBe(1);
});

test('a garment keeps its end below the waist', () => {
  const hanging: Patch = { name: 'clothes', colour: white, left: 70, right: 85, top: 140, bottom: 175 };
  const { scene, patches } = patchesOf([...trousers(blue), top(white), hanging]);
  const { garments, layer } = sortClothes(scene);
  garmentsByPatch(garments, patches, layer);
  expect([garments.tops, garments.pants].map(({ data }) => data[index(78, 172)])).toEqual([1, 0]);
  expect([garments.tops, garments.pants].map(({ data }) => data[index(45, 172)])).toEqual([0, 1]);
});

test.each([
  ['a cushion beside the body', green, 0],
  ['a piece of what is worn there', white, 1],
] as const)('%s', (_, color, left) => {
  const { scene, patches } = patchesOf([top(white), { ...top(color), left: 90, right: 115 }]);
  dropUnwornCloth(scene.classes.clothes, scene, patches);
  expect(scene.classes.clothes.data[index(100, 100)]).toBe(left);
  expect(scene.classes.clothes.data[index(60, 100)]).toBe(1);
});
