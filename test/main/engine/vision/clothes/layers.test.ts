import { expect, test } from 'vitest';
import { findCoat } from '../../../../../main/engine/vision/clothes/layers.ts';
import { blue, figure, green, sceneOf, sceneWidth, top, white } from '../../../../helpers/scene.ts';

const open = [top(blue), { ...top(white), left: 52, right: 68 }];

test('an open coat is at both sides, what is below it in the middle', () => {
  const coat = findCoat(sceneOf(open), 0, figure);
  const at = (x: number, y: number) => coat!.data[y * sceneWidth + x]!;
  expect(at(42, 100)).toBe(1);
  expect(at(78, 100)).toBe(1);
  expect(at(60, 100)).toBe(0);
});

test.each([
  ['a plain top', [top(white)]],
  ['two halves of different colours', [top(white), { ...top(green), left: 60 }]],
] as const)('no coat: %s', (_, patches) => {
  expect(findCoat(sceneOf(patches), 0, figure)).toBeNull();
});
