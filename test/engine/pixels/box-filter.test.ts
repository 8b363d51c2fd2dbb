import { describe, expect, test } from 'vitest';
import { boxMean } from '../../../engine/pixels/box-filter.ts';
import { createPlane, type Plane } from '../../../engine/pixels/plane.ts';

function wavy(width: number, height: number): Plane {
  const plane = createPlane(width, height);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = Math.abs(Math.sin(i * 12.9898) * 43758.5453) % 1;
  return plane;
}

function byHand(plane: Plane, radius: number): number[] {
  const { width, height, data } = plane;
  return Array.from(data, (_, i) => {
    let sum = 0;
    let count = 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        if (Math.abs(x - (i % width)) > radius || Math.abs(y - Math.floor(i / width)) > radius) continue;
        sum += data[y * width + x]!;
        count++;
      }
    }
    return sum / count;
  });
}

describe('boxMean', () => {
  test.each([
    { width: 17, height: 13, radius: 2 },
    { width: 5, height: 31, radius: 4 },
    { width: 9, height: 3, radius: 4 },
    { width: 8, height: 8, radius: 20 },
    { width: 1, height: 1, radius: 3 },
    { width: 12, height: 7, radius: 0 },
  ])('is the mean of the window inside a plane of $width x $height, radius $radius', ({ width, height, radius }) => {
    const plane = wavy(width, height);
    const mean = boxMean(plane, radius).data;
    byHand(plane, radius).forEach((value, i) => {
      expect(mean[i]).toBeCloseTo(value, 5);
    });
  });

  test('can overwrite its own input', () => {
    const plane = wavy(20, 10);
    const expected = boxMean(plane, 3).data;
    expect(boxMean(plane, 3, plane)).toBe(plane);
    expect(plane.data).toEqual(expected);
  });
});
