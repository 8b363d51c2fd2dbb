import { expect, test } from 'vitest';
import { confidenceAt, likelihood, toFinding } from '../../../../engine/vision/calibration/finding.ts';

const limit = { threshold: 2, scale: 1 };

test.each([
  [2.01, 1, 1],
  [2, 1, 0],
  [1.99, 1, 0],
  [100, 0.2, 1],
])('%f is present (%f trusted): %i', (measure, trust, value) => {
  expect(toFinding(measure, limit, trust).value).toBe(value);
});

test('confidence grows with the distance from the threshold, to either side, and with trust', () => {
  expect(toFinding(2, limit, 1).confidence).toBe(0.5);
  expect(toFinding(3, limit, 1).confidence).toBe(toFinding(1, limit, 1).confidence);
  expect(toFinding(4, limit, 1).confidence).toBeGreaterThan(toFinding(3, limit, 1).confidence);
  expect(toFinding(3, limit, 0.5).confidence).toBeLessThan(toFinding(3, limit, 1).confidence);
  expect(toFinding(1000, limit, 1).confidence).toBe(0.98);
  expect(toFinding(1000, limit, 0).confidence).toBe(0.5);
});

test('an invisible feature is undecided', () => {
  expect(toFinding(null, limit, 1)).toEqual({ value: 0, confidence: 0.5 });
});

test('confidences have three decimals', () => {
  expect(confidenceAt(0.3, 0.7) * 1000).toBeCloseTo(Math.round(confidenceAt(0.3, 0.7) * 1000), 9);
});

test('likelihood is 0.5 at the threshold, and falls if the scale is negative', () => {
  expect(likelihood(2, limit)).toBe(0.5);
  expect(likelihood(3, limit)).toBeGreaterThan(0.85);
  expect(likelihood(3, { threshold: 2, scale: -1 })).toBeLessThan(0.15);
});
