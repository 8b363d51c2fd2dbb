import { describe, expect, test } from 'vitest';
import {
  areaMean,
  boundsOf,
  createPlane,
  cropPlane,
  enlarge,
  expandRect,
  multiply,
  overlap,
  type Plane,
  pastePlane,
  scaleRect,
  squares,
} from '../../../engine/pixels/plane.ts';

const plane = (width: number, ...data: number[]): Plane => ({
  width,
  height: data.length / width,
  data: Float32Array.from(data),
});

describe('areaMean', () => {
  test('shares a pixel between the two areas it is in', () => {
    const out = areaMean(plane(3, 0, 6, 3, 3, 6, 0), 2, 1);
    expect([...out.data].map((value) => Math.round(value * 1e4) / 1e4)).toEqual([3, 3]);
    expect([...areaMean(plane(5, 1, 2, 3, 4, 5), 2, 1).data].map((value) => Math.round(value * 10))).toEqual([18, 42]);
  });

  test('keeps even values and the mean', () => {
    const even = createPlane(37, 23);
    even.data.fill(0.7);
    for (const value of areaMean(even, 36, 7).data) expect(value).toBeCloseTo(0.7, 5);
    const varied = { ...even, data: even.data.map((_, i) => Math.sin(i * 7.1)) };
    const mean = ({ data }: Plane) => data.reduce((sum, value) => sum + value, 0) / data.length;
    expect(mean(areaMean(varied, 11, 9))).toBeCloseTo(mean(varied), 5);
  });

  test('averages the requested part', () => {
    expect([...areaMean(plane(4, 1, 3, 2, 2), 2, 1, (value) => value * value).data]).toEqual([5, 4]);
  });
});

describe('enlarge', () => {
  test('keeps a slope a slope', () => {
    const slope = createPlane(8, 6);
    for (let i = 0; i < 48; i++) slope.data[i] = (i % 8) * 2 + Math.floor(i / 8) * 3;
    const large = enlarge(slope, 24, 18);
    // Pixel centers: x of the large plane corresponds to (x + 0.5) / 3 - 0.5 of the small one.
    for (let y = 3; y < 15; y++) {
      for (let x = 3; x < 21; x++) {
        const expected = ((x + 0.5) / 3 - 0.5) * 2 + ((y + 0.5) / 3 - 0.5) * 3;
        expect(large.data[y * 24 + x]).toBeCloseTo(expected, 4);
      }
    }
  });

  test('computes a part of the whole without the rest', () => {
    const small = plane(3, 1, 5, 2, 0, 3, 9, 4, 4, 7);
    const rect = { x: 4, y: 3, width: 5, height: 6 };
    expect(enlarge(small, 11, 13, rect)).toEqual(cropPlane(enlarge(small, 11, 13), rect));
  });

  test('never exceeds its input values', () => {
    const values = enlarge(plane(2, 0, 1, 1, 0), 9, 7).data;
    expect(Math.min(...values)).toBe(0);
    expect(Math.max(...values)).toBe(1);
  });
});

test('paste restores a part that was cut out', () => {
  const source = plane(3, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  const into = createPlane(3, 3);
  pastePlane(cropPlane(source, { x: 1, y: 1, width: 2, height: 2 }), into, { x: 1, y: 1, width: 2, height: 2 });
  expect([...into.data]).toEqual([0, 0, 0, 0, 5, 6, 0, 8, 9]);
  pastePlane(source, into, { x: 0, y: 0, width: 1, height: 2 }, { x: 2, y: 1 });
  expect([...into.data]).toEqual([6, 0, 0, 9, 5, 6, 0, 8, 9]);
});

test('grow stops at the borders', () => {
  expect(expandRect({ x: 2, y: 10, width: 4, height: 5 }, 3, 20, 16)).toEqual({ x: 0, y: 7, width: 9, height: 9 });
});

test('squares cover every pixel once', () => {
  const seen = createPlane(23, 11);
  for (const { x, y, width, height } of squares(23, 11, 5)) {
    for (let row = y; row < y + height; row++) {
      for (let column = x; column < x + width; column++) seen.data[row * 23 + column]! += 1;
    }
  }
  expect(new Set(seen.data)).toEqual(new Set([1]));
});

describe('boundsOf', () => {
  test('is the smallest box around values above the limit', () => {
    expect(boundsOf(plane(4, 0, 0, 0, 0, 0, 0.6, 0, 0.4, 0, 0, 0.9, 0), 0.5)).toEqual({
      x: 1,
      y: 1,
      width: 2,
      height: 2,
    });
  });

  test('is null without such values', () => {
    expect(boundsOf(plane(2, 0, 0.5, 0.5, 0), 0.5)).toBeNull();
  });
});

test('scaleRect keeps a part inside its picture, however small', () => {
  const across = 100 / 320;
  for (let x = 0; x < 320; x++) {
    const part = scaleRect({ x, y: x, width: 320 - x, height: 320 - x }, across, across);
    expect(part.width).toBeGreaterThan(0);
    expect(part.x + part.width).toBe(100);
    expect(part.y + part.height).toBe(100);
  }
});

test('overlap is the intersection divided by the union', () => {
  expect(overlap(plane(4, 0.9, 0.8, 0.1, 0), plane(4, 0, 0.7, 0.6, 0.2))).toBeCloseTo(1 / 3);
  expect(overlap(plane(2, 0, 0.1), plane(2, 0, 0))).toBe(0);
});

test('multiply also works in place', () => {
  const [a, b] = [plane(3, 0.5, 1, 0), plane(3, 0.5, 0.25, 1)];
  expect([...multiply(a, b).data]).toEqual([0.25, 0.25, 0]);
  expect(multiply(a, b, a)).toBe(a);
  expect([...a.data]).toEqual([0.25, 0.25, 0]);
});
