import { describe, expect, test } from 'vitest';
import {
  chooseLikeliest,
  classifyByBorders,
  classifyByColor,
} from '../../../../../engine/vision/analysis/appearance/coded-value.ts';

describe('a measure', () => {
  const grades = { borders: [10, 20], scale: 2 };

  test.each([
    [5, 0],
    [15, 1],
    [30, 2],
  ])('of %d is of grade %d', (measure, type) => {
    const { probability, ...code } = classifyByBorders(measure, grades, 1);
    expect(code).toEqual({ type });
    expect(probability).toBeGreaterThan(0.9);
    expect(probability).toBeLessThanOrEqual(1);
  });

  test('on a border is undecided, and more certain farther from it', () => {
    const [on, near, far] = [20, 21, 24].map((measure) => classifyByBorders(measure, grades, 1).probability);
    expect(on).toBeCloseTo(0.5, 2);
    expect(near).toBeGreaterThan(on!);
    expect(far).toBeGreaterThan(near!);
  });

  test('that is unreliable is a guess among the codes', () => {
    expect(classifyByBorders(30, grades, 0).probability).toBeCloseTo(1 / 3);
    expect(classifyByBorders(30, grades, 0.5).probability).toBeCloseTo(2 / 3, 1);
  });

  test('that is missing is a guess', () => {
    expect(classifyByBorders(null, grades, 1)).toEqual({ type: 0, probability: 1 / 3 });
  });
});

describe('a color', () => {
  const swatches = [
    { type: 0, lab: [10, 0, 0] },
    { type: 1, lab: [40, 50, 30] },
    { type: 1, lab: [60, 60, 40] },
  ] as const;

  test.each([
    [[15, 2, 0], 0],
    [[58, 55, 40], 1],
    [[200, 0, 0], 1],
  ] as const)('%j is that of code %d', (lab, type) => {
    expect(classifyByColor(lab, swatches, 1).type).toBe(type);
  });

  test('between two codes may have either code', () => {
    expect(classifyByColor([25, 25, 15], swatches, 1).probability).toBeCloseTo(0.5, 1);
  });

  test('that is missing is a guess', () => {
    expect(classifyByColor(null, swatches, 1)).toEqual({ type: 0, probability: 0.5 });
  });
});

test('chances may be given in any unit', () => {
  expect(chooseLikeliest([1, 3, 0], 1)).toEqual({ type: 1, probability: 0.75 });
});
