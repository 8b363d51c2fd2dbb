import { expect, test } from 'vitest';
import { findNeckline } from '../../../../engine/vision/clothes/neckline.ts';
import { figure, type Patch, sceneOf, top } from '../../../helpers/face/scene.ts';

const neck: Patch = { name: 'bodySkin', left: 55, right: 65, top: 40, bottom: 58 };

test('the throat is at the end of the neck, and lower with a deeper neckline', () => {
  const { x, y } = findNeckline(sceneOf([top(), neck]), 0, figure)!;
  expect(Math.abs(x - 60)).toBeLessThan(2);
  expect(Math.abs(y - 58)).toBeLessThan(2);
  expect(findNeckline(sceneOf([top(), { ...neck, bottom: 80 }]), 0, figure)!.y).toBeGreaterThan(77);
});

test('skin away from the neck is not the throat: a hand on the belly', () => {
  const hand: Patch = { name: 'bodySkin', left: 55, right: 65, top: 100, bottom: 110 };
  expect(findNeckline(sceneOf([top(), neck, hand]), 0, figure)!.y).toBeLessThan(60);
});
