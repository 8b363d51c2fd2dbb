import { expect, test } from 'vitest';
import { createPlane } from '../../../../../engine/pixels/plane.ts';
import { partOf } from '../../../../../engine/vision/person/crop.ts';
import { encodeElement } from '../../../../../engine/vision/person/head/element-file.ts';
import { pixelsOf, valueAt } from '../../../../helpers/operation/png-elements.ts';
import { grainyPixels } from '../../../../helpers/photograph/photographs.ts';

const photo = { width: 60, height: 40, rgb: new Uint8Array(grainyPixels(60, 40)), alpha: null };
const part = partOf(photo, { x: 20, y: 10, width: 30, height: 20 });
const { signal } = new AbortController();

function matteWith(...values: readonly (readonly [x: number, y: number, value: number])[]) {
  const matte = createPlane(30, 20);
  for (const [x, y, value] of values) matte.data[y * 30 + x] = value;
  return matte;
}

test('the box is the smallest one, in the photograph; invisible pixels do not count', async () => {
  const matte = matteWith([5, 4, 1], [9, 6, 1], [25, 18, 0.01]);
  const { png, ...box } = (await encodeElement(part, matte, 'cutout', signal))!;
  expect(box).toEqual({ x: 25, y: 14, width: 5, height: 3 });
  const pixels = await pixelsOf(png);
  expect([pixels.width, pixels.height, pixels.channels]).toEqual([5, 3, 4]);
  expect([valueAt(pixels, 0, 0), valueAt(pixels, 4, 2), valueAt(pixels, 1, 1)]).toEqual([255, 255, 0]);
  expect(valueAt(pixels, 0, 0, 0)).toBe(photo.rgb[(14 * 60 + 25) * 3]);
});

test('an invisible element gives no file', async () => {
  expect(await encodeElement(part, matteWith([3, 3, 0.015]), 'mask', signal)).toBeNull();
});
