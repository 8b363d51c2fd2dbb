import { expect, test } from 'vitest';
import { fillByPatches } from '../../../../engine/effects/fill/fill-by-patches.ts';
import { foreignPixel, sourcePixel, wantedPixel } from '../../../../engine/effects/fill/patches.ts';
import { boxMean } from '../../../../engine/pixels/box-filter.ts';
import { createSeededRandom } from '../../../helpers/seeded-random.ts';

const side = 140;

/** A picture with a foreign block in its middle, and a strip around it that is wanted. */
function holed(colorAt: (x: number, y: number) => number, strip = 8) {
  const data = new Float32Array(side * side * 3);
  const kinds = new Uint8Array(side * side);
  for (let at = 0; at < kinds.length; at++) {
    const [x, y] = [at % side, Math.floor(at / side)];
    const away = Math.max(Math.abs(x - 70), Math.abs(y - 70));
    kinds[at] = away < 30 ? foreignPixel : away < 30 + strip ? wantedPixel : sourcePixel;
    data.fill(kinds[at] === sourcePixel ? colorAt(x, y) : 0, at * 3, at * 3 + 3);
  }
  return { width: side, height: side, data, kinds };
}

const errors = (picture: ReturnType<typeof holed>, colorAt: (x: number, y: number) => number) => {
  const { colours } = fillByPatches(picture)!;
  const wanted = [...picture.kinds.keys()].filter((at) => picture.kinds[at] === wantedPixel);
  return wanted.map((at) => Math.abs(colours[at * 3]! - colorAt(at % side, Math.floor(at / side))));
};
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test.each([
  ['level', (_: number, y: number) => (y > 70 ? 220 : 40)],
  ['upright', (x: number) => (x > 70 ? 220 : 40)],
  ['slanted', (x: number, y: number) => (x + y > 140 ? 220 : 40)],
])('an edge that runs into the hole goes on: %s', (_, colorAt) => {
  const off = errors(holed(colorAt), colorAt);
  expect(mean(off)).toBeLessThan(4);
});

test('stripes go on as stripes', () => {
  const stripes = (_: number, y: number) => (Math.floor(y / 6) % 2 === 0 ? 200 : 60);
  expect(mean(errors(holed(stripes), stripes))).toBeLessThan(12);
});

test('what is known stays, and the same picture is filled the same', () => {
  const picture = holed((x, y) => 100 + 40 * Math.sin(x / 3) * Math.cos(y / 4));
  const [once, twice] = [fillByPatches(picture)!, fillByPatches(picture)!];
  expect(once).toEqual(twice);
  for (let at = 0; at < picture.kinds.length; at++) {
    if (picture.kinds[at] === sourcePixel) expect(once.colours[at * 3]).toBe(picture.data[at * 3]);
    expect(once.like[at]! >= 0).toBe(picture.kinds[at] === wantedPixel);
  }
});

test('where nothing can be copied, nothing is made up', () => {
  const picture = holed(() => 100);
  picture.kinds.fill(wantedPixel);
  expect(fillByPatches(picture)).toBeNull();
});

test('leaves are copied from near: among so many, far ones would always fit a little better', () => {
  const random = createSeededRandom('leaves');
  const grain = Float32Array.from({ length: side * side }, () => 90 + 60 * random.next());
  const leaves = boxMean({ width: side, height: side, data: grain }, 1).data;
  const picture = holed((x, y) => leaves[y * side + x]!);
  const { like } = fillByPatches(picture)!;
  const distances = [...like.keys()]
    .filter((at) => like[at]! >= 0)
    .map((at) => Math.hypot((at % side) - (like[at]! % side), Math.floor(at / side) - Math.floor(like[at]! / side)));
  expect(mean(distances)).toBeLessThan(10);
});
