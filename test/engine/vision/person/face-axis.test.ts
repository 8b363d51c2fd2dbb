import { expect, test } from 'vitest';
import { faceAxis, onAxis, underHat } from '../../../../engine/vision/person/face-axis.ts';
import { faceBetween } from '../../../helpers/scene.ts';

test('places are told in heights of the face, upright and lying', () => {
  const upright = faceAxis(faceBetween({ x: 50, y: 20 }, { x: 50, y: 60 }));
  expect(upright.height).toBe(40);
  expect(onAxis(upright, 70, 40)).toEqual({ above: 0.5, across: 0.5, side: 'right' });
  const lying = faceAxis(faceBetween({ x: 20, y: 50 }, { x: 60, y: 50 }));
  expect(onAxis(lying, 40, 70)).toEqual({ above: 0.5, across: 0.5, side: 'left' });
});

test('a hat sits above the forehead and not beside the face', () => {
  expect(underHat({ above: 1.1, across: 0.2 })).toBe(1);
  expect(underHat({ above: 0.4, across: 0.2 })).toBe(0);
  expect(underHat({ above: 1.1, across: 1.4 })).toBe(0);
});
