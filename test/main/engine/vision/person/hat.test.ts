import { expect, test } from 'vitest';
import { covering } from '../../../../../main/engine/vision/person/hat.ts';
import { classesOf, faceBetween, place } from '../../../../helpers/scene.ts';

const face = faceBetween({ x: 60, y: 100 }, { x: 60, y: 140 });
const above = { left: 40, right: 80, top: 70, bottom: 102 };

test.each([
  ['a cap', 'clothes', 1],
  ['a helmet', 'others', 1],
  ['hair', 'hair', 0],
] as const)('%s above the forehead', (_, name, covered) => {
  expect(covering(face, classesOf([{ name, ...above }]), place)).toBe(covered);
});

test('clothes behind a head with hair are no hat', () => {
  const behind = { name: 'clothes', left: 40, right: 80, top: 20, bottom: 80 } as const;
  expect(covering(face, classesOf([behind, { name: 'hair', ...above, top: 80 }]), place)).toBe(0);
});
