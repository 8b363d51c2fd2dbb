import { expect, it } from 'vitest';
import { editsIn } from '../../../../../renderer/screens/review/touchUp/fullSizeLayer.ts';

it('separates the paint from the picture, including erased pixels', () => {
  const before = Uint8Array.from({ length: 4 * 3 * 4 }, (_, at) => at);
  const now = new Uint8ClampedArray(before);
  now.set([9, 9, 9, 9], (1 * 4 + 2) * 4);
  now.set([0, 0, 0, 0], (2 * 4 + 3) * 4);
  const { painted, mask } = editsIn(before, now, 4, { left: 1, top: 1, width: 3, height: 2 });
  const at = (x: number, y: number) => (y * 3 + x) * 4;
  expect([...painted.subarray(at(1, 0), at(1, 0) + 4)]).toEqual([9, 9, 9, 9]);
  expect([...painted.subarray(at(2, 1), at(2, 1) + 4)]).toEqual([0, 0, 0, 0]);
  const masked = [0, 1, 2, 3, 4, 5].filter((index) => mask[index * 4 + 3] === 255);
  expect(masked).toEqual([1, 5]);
});
