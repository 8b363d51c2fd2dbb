import { expect, test } from 'vitest';
import { partOf, rectOfSquare } from '../../../../engine/vision/person/crop.ts';

const photo = {
  width: 4,
  height: 3,
  rgb: Uint8Array.from({ length: 36 }, (_, i) => i),
  alpha: Uint8Array.from({ length: 12 }, (_, i) => 100 + i),
};

test('a part has the colors and the transparency of its area', () => {
  const { photo: part } = partOf(photo, { x: 1, y: 1, width: 2, height: 2 });
  expect([...part.rgb]).toEqual([15, 16, 17, 18, 19, 20, 27, 28, 29, 30, 31, 32]);
  expect([...part.alpha!]).toEqual([105, 106, 109, 110]);
  expect(partOf({ ...photo, alpha: null }, { x: 0, y: 0, width: 1, height: 1 }).photo.alpha).toBeNull();
});

test.each([
  ['inside', { x: 2, y: 1.5, side: 2 }, { x: 1, y: 0, width: 2, height: 3 }],
  ['over the borders', { x: 0, y: 3, side: 4 }, { x: 0, y: 1, width: 2, height: 2 }],
  ['outside', { x: 40, y: 40, side: 4 }, { x: 3, y: 2, width: 1, height: 1 }],
])('a square %s', (_, square, rect) => expect(rectOfSquare(photo, square)).toEqual(rect));
