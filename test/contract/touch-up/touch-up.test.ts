import { describe, expect, it } from 'vitest';
import {
  maxPoints,
  maxPointsPerStroke,
  maxStrokes,
  strengthSchema,
  strokesSchema,
} from '../../../contract/touch-up/touch-up.ts';

const dab = { mode: 'restore', points: [[10, 20.5]], radius: 8, softness: 0.5, edgeAware: false };
const takes = (strokes: unknown) => strokesSchema.safeParse(strokes).success;
const pointsOf = (count: number) => Array.from({ length: count }, (_, at) => [at, -at]);

describe('strokes', () => {
  it.each([
    ['a dab', {}],
    ['one that erases along edges', { mode: 'erase', edgeAware: true }],
    [
      'one that leads out of the picture',
      {
        points: [
          [-40, -3],
          [9000, 12],
        ],
      },
    ],
    ['the thinnest and hardest', { radius: 0.5, softness: 0 }],
    ['the widest and softest', { radius: 2000, softness: 1 }],
    ['the longest', { points: pointsOf(maxPointsPerStroke) }],
  ])('accept %s', (_, change) => {
    expect(takes([{ ...dab, ...change }])).toBe(true);
  });

  it.each([
    ['no points', { points: [] }],
    ['too many points', { points: pointsOf(maxPointsPerStroke + 1) }],
    ['a point with three numbers', { points: [[1, 2, 3]] }],
    ['a place that is no number', { points: [[Number.NaN, 2]] }],
    ['a place without end', { points: [[1, Number.POSITIVE_INFINITY]] }],
    ['a place beyond any picture', { points: [[2_000_000, 0]] }],
    ['no radius', { radius: 0 }],
    ['too large a radius', { radius: 2001 }],
    ['too much softness', { softness: 1.1 }],
    ['another mode', { mode: 'clone' }],
    ['a field nobody knows', { pressure: 1 }],
  ])('reject %s', (_, change) => {
    expect(takes([{ ...dab, ...change }])).toBe(false);
  });

  it('are limited in number and in total points', () => {
    expect(takes(Array(maxStrokes).fill(dab))).toBe(true);
    expect(takes(Array(maxStrokes + 1).fill(dab))).toBe(false);
    const long = { ...dab, points: pointsOf(maxPointsPerStroke) };
    const many = maxPoints / maxPointsPerStroke;
    expect(takes(Array(many).fill(long))).toBe(true);
    expect(takes([...Array(many).fill(long), dab])).toBe(false);
  });
});

describe('strength', () => {
  const face = { shape: 'ellipse', x: 10, y: 10, width: 80, height: 100, strength: 0.3 };
  it.each([
    [{ whole: 0 }, true],
    [{ whole: 1, faces: [face, { ...face, shape: 'box' }] }, true],
    [{ whole: 1.01 }, false],
    [{ whole: 0.5, faces: [{ ...face, strength: -0.1 }] }, false],
    [{ whole: 0.5, faces: [{ ...face, width: 0 }] }, false],
    [{ faces: [] }, false],
  ])('%j: %s', (strength, isGood) => {
    expect(strengthSchema.safeParse(strength).success).toBe(isGood);
  });
});
