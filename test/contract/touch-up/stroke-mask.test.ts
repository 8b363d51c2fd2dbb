import { describe, expect, it } from 'vitest';
import {
  type Area,
  overlap,
  type StrokeShape,
  strokeArea,
  strokeMask,
  withFewerPoints,
} from '../../../contract/touch-up/stroke-mask.ts';
import { createSeededRandom } from '../../helpers/run/seeded-random.ts';

const rect = (left: number, top: number, width: number, height: number): Area => ({ left, top, width, height });
const area = rect(0, 0, 120, 90);
const at = (mask: Float32Array, { left, top, width }: Area, x: number, y: number) =>
  mask[(y - top) * width + x - left]!;

/** The distance to the line through the points, in the simplest implementation. */
function distance(points: StrokeShape['points'], x: number, y: number): number {
  const ends = points.length === 1 ? [...points, points[0]!] : points;
  return Math.min(
    ...ends.slice(1).map(([bx, by], index) => {
      const [ax, ay] = ends[index]!;
      const square = (bx - ax) ** 2 + (by - ay) ** 2;
      const along = square === 0 ? 0 : Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square, 0), 1);
      return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
    }),
  );
}

/** A random stroke that resembles one by hand. */
function scribble(seed: string, points: number, radius: number, softness: number): StrokeShape {
  const chance = createSeededRandom(seed);
  let [x, y] = [chance.next() * 120, chance.next() * 90];
  const line = Array.from({ length: points }, (): [number, number] => {
    x += (chance.next() - 0.5) * 30;
    y += (chance.next() - 0.5) * 30;
    return [x, y];
  });
  return { points: line, radius, softness };
}

describe('strokeMask', () => {
  it('is opaque in the middle, empty outside, and half at the edge of a hard stroke', () => {
    const mask = strokeMask({ points: [[60.5, 45.5]], radius: 20, softness: 0 }, area);
    expect(at(mask, area, 60, 45)).toBe(1);
    expect(at(mask, area, 79, 45)).toBe(1);
    expect(at(mask, area, 80, 45)).toBeCloseTo(0.5, 5);
    expect(at(mask, area, 81, 45)).toBe(0);
    const sum = mask.reduce((all, value) => all + value, 0);
    expect(Math.abs(sum - Math.PI * 400)).toBeLessThan(4);
  });

  it.each([0, 0.25, 0.5, 1])('fades over its softness (%f) of the radius, and never grows outwards', (softness) => {
    const mask = strokeMask({ points: [[60.5, 45.5]], radius: 30, softness }, area);
    let before = 1;
    for (let x = 60; x < 120; x++) {
      const value = at(mask, area, x, 45);
      expect(value).toBeLessThanOrEqual(before);
      if (x - 60 < 30 * (1 - softness) - 0.5) expect(value).toBe(1);
      if (x - 60 > 30.5) expect(value).toBe(0);
      before = value;
    }
    expect(at(mask, area, 60 + Math.round(30 - 15 * softness), 45)).toBeGreaterThan(0.3);
    expect(at(mask, area, 60 + Math.round(30 - 15 * softness), 45)).toBeLessThan(0.7);
  });

  it('depends on the nearest part of the line, however many points it has', () => {
    for (const [points, radius, softness] of [
      [1, 12, 0.4],
      [2, 9, 1],
      [40, 7, 0.5],
      [400, 15, 0.8],
    ] as const) {
      const stroke = scribble(`line ${points}`, points, radius, softness);
      const mask = strokeMask(stroke, area);
      for (let y = 0; y < area.height; y += 3) {
        for (let x = 0; x < area.width; x += 3) {
          const away = distance(stroke.points, x + 0.5, y + 0.5);
          const dab = strokeMask({ ...stroke, points: [[x + 0.5 + away, y + 0.5]] }, rect(x, y, 1, 1));
          expect(Math.abs(at(mask, area, x, y) - dab[0]!)).toBeLessThan(0.03);
        }
      }
    }
  });

  it('is equal in parts and as one', () => {
    const stroke = scribble('parts', 60, 11, 0.6);
    const fullMask = strokeMask(stroke, area);
    for (const part of [rect(0, 0, 50, 40), rect(37, 11, 83, 79), rect(64, 0, 1, 90)]) {
      const mask = strokeMask(stroke, part);
      for (let y = part.top; y < part.top + part.height; y++) {
        for (let x = part.left; x < part.left + part.width; x++) {
          expect(Math.abs(at(mask, part, x, y) - at(fullMask, area, x, y))).toBeLessThan(1e-5);
        }
      }
    }
  });

  it.each([
    ['hard', 24, 0],
    ['soft', 24, 0.7],
    ['thin', 2, 0.3],
  ])('is the same on a screen as at full size, scaled down: %s', (_, radius, softness) => {
    const times = 4;
    const large = rect(0, 0, area.width * times, area.height * times);
    const points = scribble('scales', 12, 0, 0).points.map(([x, y]): [number, number] => [x * times, y * times]);
    const full = strokeMask({ points, radius, softness }, large);
    const small = strokeMask({ points, radius, softness }, area, 1 / times);
    let [worst, off] = [0, 0];
    small.forEach((value, index) => {
      const [x, y] = [(index % area.width) * times, Math.floor(index / area.width) * times];
      let mean = 0;
      for (let row = 0; row < times; row++) {
        for (let column = 0; column < times; column++) mean += at(full, large, x + column, y + row) / times ** 2;
      }
      worst = Math.max(worst, Math.abs(mean - value));
      off += Math.abs(mean - value) / small.length;
    });
    expect(worst).toBeLessThan(0.25);
    expect(off).toBeLessThan(0.006);
  });

  it('is faint if it is thinner than a pixel', () => {
    const line = [0, 120].map((x): [number, number] => [x, 45.5]);
    const stroke: StrokeShape = { points: line, radius: 1, softness: 0 };
    expect(at(strokeMask(stroke, area), area, 60, 45)).toBe(1);
    const small = rect(0, 0, 12, 9);
    expect(at(strokeMask(stroke, small, 0.1), small, 6, 4)).toBeLessThan(0.25);
  });
});

it('the area of a stroke contains all of it, and little more', () => {
  const stroke = scribble('area', 20, 13, 0.5);
  for (const scale of [1, 0.3]) {
    const bounds = strokeArea(stroke, scale);
    const around = rect(bounds.left - 9, bounds.top - 9, bounds.width + 18, bounds.height + 18);
    const sum = (mask: Float32Array) => mask.reduce((all, value) => all + value, 0);
    expect(sum(strokeMask(stroke, bounds, scale))).toBeCloseTo(sum(strokeMask(stroke, around, scale)), 3);
  }
  expect(strokeArea({ points: [[10, 10]], radius: 5 })).toEqual(rect(4, 4, 12, 12));
});

it.each([
  { name: 'one inside', with: rect(5, 6, 10, 10), shared: rect(5, 6, 10, 10) },
  { name: 'one over the upper left corner', with: rect(-5, -6, 10, 10), shared: rect(0, 0, 5, 4) },
  { name: 'one over the lower right corner', with: rect(110, 80, 40, 40), shared: rect(110, 80, 10, 10) },
  { name: 'one outside', with: rect(120, 0, 4, 4), shared: null },
])('the overlap of an area with $name', ({ with: other, shared }) => {
  expect(overlap(area, other)).toEqual(shared);
});

it('a stroke keeps its shape with a fraction of the drawn points', () => {
  const points = Array.from({ length: 2000 }, (_, index): [number, number] => [
    Math.round((10 + index / 20) * 10) / 10,
    Math.round((45 + 20 * Math.sin(index / 300)) * 10) / 10,
  ]);
  const fewer = withFewerPoints(points, 12);
  expect(fewer.length).toBeLessThan(points.length / 10);
  expect([fewer[0], fewer.at(-1)]).toEqual([points[0], points.at(-1)]);
  const shape = { radius: 12, softness: 0.3 };
  const [all, few] = [points, fewer].map((each) => strokeMask({ ...shape, points: each }, area));
  expect(Math.max(...all!.map((each, index) => Math.abs(each - few![index]!)))).toBeLessThan(0.06);
  expect(withFewerPoints([[3, 4]], 12)).toEqual([[3, 4]]);
});
