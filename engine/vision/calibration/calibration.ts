/** What portraits whose answers are known have taught: the shape of the numbers, and how a measure is read with them. */
import type { Limit } from './finding.ts';

/** Values of a measure that 0, 10, … 100 % of the portraits do not pass. */
export type Deciles = readonly number[];

/** What `test/bench/judgements/calibrate.ts` writes. */
export type Calibration = {
  /** Whose portraits these are, how they were made and what is not known of them. */
  source: string;
  /** Day of the fit. */
  date: string;
  portraits: number;
  /** Years as stated for the portrait: `offset + slope * age`, the age as the model says it; least squares. */
  age: { offset: number; slope: number };
  smile: Limit;
  findings: Record<CalibratedFinding, Limit>;
  /** Share of the portraits of which it is said rightly whether there are such marks: one dot is one, so their limits are not fitted. */
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

/** Measures of which the rating card says where a face stands among others. */
export const spreadMeasures = ['asymmetry', 'proportions', 'unevenness', 'smile'] as const;
export type SpreadMeasure = (typeof spreadMeasures)[number];

/** The share of the portraits whose measure is lower, 0..1, between the deciles in proportion; half of those that are equal count. */
export function shareBelow(deciles: Deciles, measure: number): number {
  const last = deciles.length - 1;
  const first = deciles.findIndex((value) => value >= measure);
  if (first < 0) return 1;
  const end = deciles.findLastIndex((value) => value <= measure);
  if (end < 0) return 0;
  // On a value that many share, or on a decile itself.
  if (end >= first) return (first + end) / 2 / last;
  const [low, high] = [deciles[end]!, deciles[first]!];
  return (end + (measure - low) / (high - low)) / last;
}
