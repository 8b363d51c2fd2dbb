import { expect, test } from 'vitest';
import { toLab } from '../../../../../main/engine/vision/pixels/lab.ts';
import { createPlane } from '../../../../../main/engine/vision/pixels/plane.ts';
import { type Segmentation, segmentClasses } from '../../../../../main/engine/vision/segmentation.ts';
import { findJewellery } from '../../../../../main/engine/vision/skin/jewellery.ts';
import { type Mark, madeSkin, skinSize } from '../../../../helpers/skin.ts';

const look = 256;
const place = { x: 0, y: 0, width: skinSize, height: skinSize, scale: 1 };
const [row, faceSize] = [100, 300];
/** A chain from left to right, lighter and darker by turns. */
const chain: Mark = (x, y) => (Math.abs(y - row) <= 1 ? (x % 6 < 3 ? [50, 50, 20] : [-90, -80, -90]) : undefined);

/** What is found where the network's look says `others`, 0..1, at each place of the skin. */
function found(others: (x: number, y: number) => number, mark: Mark = chain) {
  const photo = madeSkin(mark);
  const planes = Object.fromEntries(segmentClasses.map((name) => [name, createPlane(look, look)]));
  planes.others!.data.forEach((_, i, data) => {
    data[i] = others(((i % look) / look) * skinSize, (Math.floor(i / look) / look) * skinSize);
  });
  const frame = { x: skinSize / 2, y: skinSize / 2, side: skinSize, angle: 0 };
  const skin = createPlane(skinSize, skinSize);
  skin.data.fill(1);
  const lab = toLab(photo.rgb, skinSize, skinSize);
  return findJewellery(place, lab, skin, [{ frame, planes } as Segmentation], faceSize);
}
/** A probability along the chain that is seen wider than the chain. */
const along = (y: number, probability: number) => probability * Math.exp(-(((y - row) / 3) ** 2));
const at = (x: number, y: number) => y * skinSize + x;

test('a chain is followed from where it is surely seen to where there is a trace of it', () => {
  const { thing, trace } = found((x, y) => along(y, x < 100 ? 0.9 : 0.08));
  for (const x of [40, 60, 130, 150]) {
    expect(trace.data[at(x, row)]).toBeGreaterThan(0.9);
    expect(trace.data[at(x, row + 8)]).toBe(0);
  }
  expect(thing.data[at(51, row)]).toBeGreaterThan(0.9);
  expect(thing.data[at(51, row + 5)]).toBe(0);
  expect(thing.data[at(141, row)]).toBe(0);
});

test('a trace alone is nothing', () => {
  const { thing, trace } = found((_x, y) => along(y, 0.2));
  expect(Math.max(...trace.data)).toBe(0);
  expect(Math.max(...thing.data)).toBe(0);
});

test('what is large, as a hat, is no jewellery', () => {
  const { trace } = found((_x, y) => (y < row ? 0.95 : 0));
  expect(trace.data[at(100, 50)]).toBe(0);
});

test('what has the colour of the skin around takes part in changes of tone', () => {
  const { thing, trace } = found(
    (_x, y) => along(y, 0.9),
    () => undefined,
  );
  expect(trace.data[at(100, row)]).toBeGreaterThan(0.9);
  expect(Math.max(...thing.data)).toBeLessThan(0.1);
});
