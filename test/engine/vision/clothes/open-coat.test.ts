import { expect, test } from 'vitest';
import { findOpenCoat } from '../../../../engine/vision/clothes/open-coat.ts';
import { blue, figure, green, type Patch, sceneOf, sceneWidth, top, white } from '../../../helpers/face/scene.ts';

const neck: Patch = { name: 'bodySkin', left: 62, right: 70, top: 45, bottom: 58, colour: [220, 170, 140] };
const aside = { ...top(white), left: 58, right: 74 };

function coatOf(patches: readonly Patch[]) {
  const coat = findOpenCoat(sceneOf(patches), 0, figure);
  return coat && ((x: number, y: number) => coat.data[y * sceneWidth + x]!);
}

test.each([
  ['straight', [top(blue), { ...top(white), left: 52, right: 68 }]],
  ['turned aside', [top(blue), aside, neck]],
] as const)('an open coat is at both sides of the garments below it, all the way down: %s', (_, patches) => {
  const at = coatOf(patches)!;
  for (const y of [80, 100, 130]) expect([at(40, y), at(64, y), at(82, y)]).toEqual([1, 0, 1]);
});

test('a pocket in the shirt’s color makes no hole in a coat', () => {
  const at = coatOf([top(blue), aside, { ...top(white), left: 40, right: 46, top: 100, bottom: 106 }, neck])!;
  expect(at(43, 103)).toBe(1);
});

test('a necklace across the garment below a coat does not divide it', () => {
  const necklace: Patch = { ...aside, colour: [90, 60, 30], top: 72, bottom: 76 };
  expect(coatOf([top(blue), aside, neck, necklace])!(66, 100)).toBe(0);
});

test('a tie of the coat’s color is worn below the coat with its shirt', () => {
  const at = coatOf([top(blue), { ...top(white), left: 52, right: 68 }, { ...top(blue), left: 57, right: 62 }])!;
  expect([at(40, 70), at(54, 70), at(59, 70), at(66, 70), at(82, 70)]).toEqual([1, 0, 0, 0, 1]);
});

test.each([
  ['a plain top', [top(white)]],
  ['two halves of different colours', [top(white), { ...top(green), left: 60 }]],
  ['a print away from the neck', [top(white), { ...top(blue), left: 50, right: 70, top: 90, bottom: 110 }]],
  ['a collar of another colour', [top(white), { ...top(blue), left: 50, right: 70, bottom: 68 }]],
] as const)('no coat: %s', (_, patches) => {
  expect(coatOf(patches)).toBeNull();
});
