/** Fits of two numbers, and their intervals. */
import type { Limit } from '../../../engine/vision/calibration/finding.ts';
import { createSeededRandom } from '../../helpers/run/seeded-random.ts';
import { mean } from '../shared/statistics.ts';

interface Line {
  readonly offset: number;
  readonly slope: number;
}
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Fits a line by least squares. @throws Error if all `x` are equal */
export function straightLine(points: readonly (readonly [x: number, y: number])[]): Line {
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (spread === 0) throw new Error('a line through one place has no slope');
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  return { offset: meanY - slope * meanX, slope };
}

/**
 * Fits threshold and scale of a judgment (Platt 1999): logistic regression by Newton's method on the targets (n + 1) / (n + 2)
 * and 1 / (n + 2), so that a few separable cases do not make it certain.
 * @param priors `equal`: both classes have the same weight regardless of their counts
 * @throws Error if all cases are of one class
 */
export function limitOf(
  cases: readonly (readonly [measure: number, isSo: boolean])[],
  priors: 'equal' | 'counted' = 'counted',
): Limit {
  const positives = cases.filter(([, isSo]) => isSo).length;
  const negatives = cases.length - positives;
  if (positives === 0 || negatives === 0) throw new Error('cases of one kind have no limit between them');
  const [yes, no] = [(positives + 1) / (positives + 2), 1 / (negatives + 2)];
  const weights = priors === 'equal' ? [cases.length / 2 / positives, cases.length / 2 / negatives] : [1, 1];
  const center = mean(cases.map(([measure]) => measure));
  const unit = Math.sqrt(mean(cases.map(([measure]) => (measure - center) ** 2))) || 1;
  let [a, b] = [0, Math.log((positives * weights[0]!) / (negatives * weights[1]!))];
  for (let step = 0; step < 100; step++) {
    let [ga, gb, haa, hab, hbb] = [0, 0, 1e-9, 0, 1e-9];
    for (const [measure, isSo] of cases) {
      const x = (measure - center) / unit;
      const p = 1 / (1 + Math.exp(-(a * x + b)));
      const caseWeight = weights[isSo ? 0 : 1]!;
      const [error, weight] = [caseWeight * (p - (isSo ? yes : no)), caseWeight * p * (1 - p)];
      ga += error * x;
      gb += error;
      haa += weight * x * x;
      hab += weight * x;
      hbb += weight;
    }
    const determinant = haa * hbb - hab * hab;
    const [da, db] = [(hbb * ga - hab * gb) / determinant, (haa * gb - hab * ga) / determinant];
    a -= da;
    b -= db;
    if (Math.abs(da) + Math.abs(db) < 1e-9) break;
  }
  return { threshold: center - (b / a) * unit, scale: (2 * unit) / a };
}

/** Predicts each case by a fit of all others. */
export function leaveOneOut<T, F, R>(
  cases: readonly T[],
  learn: (trainingCases: T[]) => F,
  predict: (learnt: F, heldOut: T) => R,
): R[] {
  return cases.map((heldOut, i) => predict(learn(cases.filter((_, j) => j !== i)), heldOut));
}

/** Returns a statistic with its bootstrap interval of 1000 draws. */
export function bootstrap<T>(cases: readonly T[], statistic: (drawn: readonly T[]) => number): Interval {
  const chance = createSeededRandom('bootstrap');
  const drawn = Array.from({ length: 1000 }, () => statistic(cases.map(() => chance.pick(cases))));
  const sorted = drawn.filter(Number.isFinite).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return { value: statistic(cases), low: at(0.025), high: at(0.975) };
}

/** Returns a share with Wilson's interval (1927), which has a width even for equal cases. */
export function shareOf(yes: number, all: number): Interval {
  const z = 1.96;
  if (all === 0) return { value: Number.NaN, low: 0, high: 1 };
  const share = yes / all;
  const middle = (share + (z * z) / (2 * all)) / (1 + (z * z) / all);
  const half = (z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all))) / (1 + (z * z) / all);
  return { value: share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
