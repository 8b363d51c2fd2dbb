/** Types of the fitted numbers in `portraits.ts`, which only a new fit should change. */
import type { Limit } from './finding.ts';

/** Values at 0, 10, … 100 % of the portraits. */
export type Deciles = readonly number[];

/** Output of `test/bench/judgements/calibrate.ts`. */
export type Calibration = {
  source: string;
  date: string;
  portraits: number;
  /** Years: `offset + slope * age` of the network. */
  age: { offset: number; slope: number };
  smile: Limit;
  findings: Record<CalibratedFinding, Limit>;
  /** Share of correct findings. */
  right: Record<'mole' | 'skin_spot', number>;
  spread: Record<SpreadMeasure, Deciles>;
};

export const calibratedFindings = [
  'forehead_wrinkle',
  'glabella_wrinkle',
  'crows_feet',
  'eye_finelines',
  'nasolabial_fold',
  'eye_pouch',
] as const;
export type CalibratedFinding = (typeof calibratedFindings)[number];

export const spreadMeasures = ['asymmetry', 'proportions', 'unevenness', 'smile'] as const;
export type SpreadMeasure = (typeof spreadMeasures)[number];

/** Share of portraits with a lower measure, 0..1. Equal ones count half. */
export function shareBelow(deciles: Deciles, measure: number): number {
  const last = deciles.length - 1;
  const next = deciles.findIndex((value) => value >= measure);
  if (next < 0) return 1;
  const previous = deciles.findLastIndex((value) => value <= measure);
  if (previous < 0) return 0;
  // On deciles, which may be equal.
  if (previous >= next) return (next + previous) / 2 / last;
  const [lower, upper] = [deciles[previous]!, deciles[next]!];
  return (previous + (measure - lower) / (upper - lower)) / last;
}
