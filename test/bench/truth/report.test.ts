import { describe, expect, it } from 'vitest';
import { createPlane } from '../../../engine/pixels/plane.ts';
import { isKept } from '../shared/measure.ts';
import { median } from '../shared/statistics.ts';
import { goalsOf, type Row, ratioOf } from './report.ts';
import { worstPlace } from './strips.ts';

const row = (name: string, ours: number, peer: number, people = false): Row => ({
  id: name,
  name,
  people,
  errors: { universal: { all: ours, gradient: ours / 2 }, peer: { all: peer, gradient: peer / 2 } },
});

describe('goalsOf', () => {
  const verdict = (rows: Row[], name: string) => {
    const goal = goalsOf(rows, {}).find((each) => each.name.startsWith(name))!;
    return [goal.value, isKept(goal)];
  };

  it('compares the median with the peer’s', () => {
    expect(verdict([row('mug', 2, 3), row('vase', 9, 8), row('cage', 5, 6)], 'median error')).toEqual([5, true]);
    expect(verdict([row('mug', 4, 3)], 'median error')).toEqual([4, false]);
  });

  it('finds the subject with the worst ratio to the peer', () => {
    const rows = [row('mug', 2, 3), row('cage', 30, 10), row('vase', 9, 8)];
    expect(verdict(rows, 'worst ratio')).toEqual([3, false]);
    expect(verdict(rows, 'subjects above twice the peer (cage)')).toEqual([1, false]);
  });

  it('measures people separately', () => {
    const rows = [row('mug', 2, 3), row('group 1', 8, 6, true)];
    expect(verdict(rows, 'gradient error, universal')).toEqual([4, false]);
    expect(verdict(rows, 'median error')).toEqual([2, true]);
  });

  it('measures people keyed from walls separately from groups', () => {
    const rows = [row('group 1', 8, 6, true), { ...row('m7', 3, 5, true), keyed: true }];
    const found = goalsOf(rows, {}).filter(({ name }) => name === 'median error, universal');
    expect(found.map(({ on, value }) => [on, value])).toEqual([
      ['groups of people', 8],
      ['people keyed from walls', 3],
    ]);
  });

  it('sets no bound without a peer', () => {
    const alone: Row = { ...row('mug', 2, 3), errors: { universal: { all: 2, gradient: 1 } } };
    expect(verdict([alone], 'median error')).toEqual([2, undefined]);
  });
});

describe('measures', () => {
  it('takes the mean of the middle two', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('ignores invisible differences', () => {
    expect(ratioOf(0.9, 0.1)).toBe(1);
    expect(ratioOf(6, 2)).toBe(3);
  });

  it('finds the largest difference of two alphas', () => {
    const [a, b] = [createPlane(100, 80), createPlane(100, 80)];
    for (let y = 50; y < 60; y++) for (let x = 70; x < 80; x++) a.data[y * 100 + x] = 1;
    const { left, top } = worstPlace(a, b, 20);
    expect(left <= 70 && left + 20 >= 80 && top <= 50 && top + 20 >= 60).toBe(true);
  });
});
