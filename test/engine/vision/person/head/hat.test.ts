import { expect, test } from 'vitest';
import { covering } from '../../../../../engine/vision/person/head/hat.ts';
import { classesOf, faceBetween, place } from '../../../../helpers/face/scene.ts';

const face = faceBetween({ x: 60, y: 100 }, { x: 60, y: 140 });
const above = { left: 40, right: 80, top: 70, bottom: 102 };

test.each([
  ['a cap', 'clothes', 1],
  ['a helmet', 'others', 1],
  ['hair', 'hair', 0],
] as const)('%s above the forehead', (_, name, covered) => {
  expect(covering(face, classesOf([{ name, ...above }]), place)).toBe(covered);
});

test('clothes behind a head with hair are not a hat', () => {
  const clothesBehind = { name: 'clothes', left: 40, right: 80, top: 20, bottom: 80 } as const;
  expect(covering(face, classesOf([clothesBehind, { name: 'hair', ...above, top: 80 }]), place)).toBe(0);
});

test('a scarf that leaves some hair free covers a head, and hair as wide as that behind it does not', () => {
  const skin = { name: 'faceSkin', left: 46, right: 74, top: 100, bottom: 145 } as const;
  const band = { name: 'hair', left: 44, right: 76, top: 94, bottom: 120 } as const;
  const around = { left: 32, right: 88, top: 80, bottom: 160 };
  expect(covering(face, classesOf([{ name: 'clothes', ...around }, band, skin]), place)).toBeGreaterThan(0.9);
  expect(covering(face, classesOf([{ name: 'hair', ...around }, skin]), place)).toBe(0);
});
