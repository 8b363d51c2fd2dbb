import { expect, test } from 'vitest';
import { axisCoordinates, faceAxis, onAxis } from '../../../../engine/vision/person/face-axis.ts';
import { faceBetween } from '../../../helpers/face/scene.ts';

test('coordinates are in heights of the face, upright and lying', () => {
  const upright = faceAxis(faceBetween({ x: 50, y: 20 }, { x: 50, y: 60 }));
  expect(upright.height).toBe(40);
  expect(onAxis(upright, 70, 40)).toEqual({ above: 0.5, across: 0.5, side: 'right' });
  const lying = faceAxis(faceBetween({ x: 20, y: 50 }, { x: 60, y: 50 }));
  expect(onAxis(lying, 40, 70)).toEqual({ above: 0.5, across: 0.5, side: 'left' });
});

test('every cell of a grid has its coordinates', () => {
  const face = faceBetween({ x: 50, y: 20 }, { x: 50, y: 60 });
  const { above, across } = axisCoordinates(face, { x: 10, y: 20, width: 20, height: 30, scale: 0.5 });
  const i = 9 * 20 + 14;
  const on = onAxis(faceAxis(face), 39, 39);
  expect(above[i]).toBeCloseTo(on.above);
  expect(across[i]).toBeCloseTo(on.across);
});
