import { expect, test } from 'vitest';
import { encode, linearOf, luminance } from '../../../engine/pixels/srgb.ts';

test('every stored value survives conversion to linear light and back', () => {
  for (let value = 0; value < 256; value++) expect(encode(linearOf[value]!)).toBeCloseTo(value, 5);
});

test('half of the light is stored as 188, and white is 1', () => {
  expect(Math.round(encode(0.5))).toBe(188);
  expect(luminance(1, 1, 1)).toBeCloseTo(1, 5);
  expect([encode(-1), encode(2)]).toEqual([0, 255]);
});
