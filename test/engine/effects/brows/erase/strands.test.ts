import { expect, test } from 'vitest';
import { findStrands } from '../../../../../engine/effects/brows/erase/strands.ts';
import { createPlane, type Plane } from '../../../../../engine/pixels/plane.ts';

const side = 200;
const drawn = (value: (x: number, y: number) => number): Plane => {
  const plane = createPlane(side, side);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = value(i % side, Math.floor(i / side));
  return plane;
};
const isBrow = (x: number, y: number) => x > 40 && x < 160 && y > 100 && y < 112;
const isStrand = (x: number, y: number) => Math.abs(x - 100 - (y - 106) * 0.2) < 1.6 && y < 120;
/** A dark brow on light skin, with a strand across it. */
const light = drawn((x, y) => (isBrow(x, y) || isStrand(x, y) ? 25 : 70));
const around = drawn(() => 70);
const zone = drawn((x, y) => (x > 36 && x < 164 && y > 96 && y < 116 ? 1 : 0));
const up = { x: 0, y: -1 };
const at = ({ data }: Plane, x: number, y: number) => data[y * side + x]!;

test('a strand is followed across the brow, and the brow next to it is no strand', () => {
  const strands = findStrands(
    light,
    around,
    zone,
    drawn((_, y) => (y < 80 ? 1 : 0)),
    up,
    side,
  );
  for (const [x, y] of [
    [97, 90],
    [99, 102],
    [100, 106],
    [101, 110],
  ] as const) {
    expect(at(strands, x, y)).toBeGreaterThan(0.5);
  }
  for (const x of [50, 80, 92, 108, 120, 150]) expect(at(strands, x, 106)).toBeLessThan(0.05);
});

test('a dark line that does not come from hair is no strand', () => {
  const strands = findStrands(light, around, zone, createPlane(side, side), up, side);
  expect(Math.max(...strands.data)).toBe(0);
});
