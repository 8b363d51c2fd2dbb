import { describe, expect, it } from 'vitest';
import type { Stroke } from '../../../../../contract/touch-up/touch-up.ts';
import { splitStroke } from '../../../../../main/imaging/touch-up/strokes/stroke-segments.ts';
import { strokeOf } from '../../../../helpers/photograph/damaged-cutout.ts';
import { createSeededRandom } from '../../../../helpers/run/seeded-random.ts';

type Points = Stroke['points'];
const sides = (points: Points) => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)] as const;
};
const lengthOf = (points: Points) =>
  points.slice(1).reduce((sum, [x, y], at) => sum + Math.hypot(x - points[at]![0], y - points[at]![1]), 0);

describe('the segments of a stroke', () => {
  it.each([
    ['a dab', '10,20', 30, 1],
    ['a short line', '0,0 150,90', 10, 1],
    ['a line of a large brush', '0,0 900,0', 300, 1],
    ['a long line', '0,0 1000,0', 10, 5],
    ['two points far apart', '0,0 0,30000', 2000, 4],
  ])('of %s', (_, points, radius, count) => {
    expect(splitStroke(strokeOf(points, radius))).toHaveLength(count);
  });

  it('follow each other without a gap, and are small', () => {
    const chance = createSeededRandom('scribble');
    const points = Array.from({ length: 400 }, (): [number, number] => [chance.next() * 5000, chance.next() * 4000]);
    const stretches = splitStroke({ points, radius: 60 });
    for (const [at, { points: part, radius }] of stretches.entries()) {
      expect(radius).toBe(60);
      expect(Math.max(...sides(part))).toBeLessThanOrEqual(240 + 1e-6);
      if (at > 0) expect(part[0]).toEqual(stretches[at - 1]!.points.at(-1));
    }
    expect(stretches[0]!.points[0]).toEqual(points[0]);
    expect(stretches.at(-1)!.points.at(-1)).toEqual(points.at(-1));
    expect(stretches.reduce((sum, { points: part }) => sum + lengthOf(part), 0)).toBeCloseTo(lengthOf(points), 3);
  });
});
