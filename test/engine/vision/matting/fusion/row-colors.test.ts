import { expect, test } from 'vitest';
import { planesOf } from '../../../../../engine/pixels/guide-statistics.ts';
import { rowDistance } from '../../../../../engine/vision/matting/fusion/row-colors.ts';

const width = 40;

/** A row: dark to the left, bright to the right, and `middle` between. */
function distances(middle: readonly [number, number, number], background: (x: number) => boolean): Float32Array {
  const rgb = new Uint8Array(width * 3);
  for (let x = 0; x < width; x++) rgb.set(x < 14 ? [40, 60, 80] : x < 26 ? middle : [140, 160, 180], x * 3);
  const seen = Uint8Array.from({ length: width }, (_, x) => (background(x) ? 1 : 0));
  return rowDistance(planesOf({ width, height: 1, rgb }), seen).data;
}

test('a mixture of the left and right colors is near, another color is far', () => {
  const outside = (x: number) => x < 14 || x >= 26;
  expect(distances([90, 110, 130], outside)[20]).toBeCloseTo(0, 2);
  expect(distances([220, 40, 40], outside)[20]).toBeGreaterThan(0.4);
});

test('one side is enough; without samples, nothing is near', () => {
  expect(distances([40, 60, 80], (x) => x < 14)[20]).toBeCloseTo(0, 2);
  expect(distances([40, 60, 80], () => false)[20]).toBe(1);
});
