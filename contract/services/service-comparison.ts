/** Blind comparison of two services on the same photographs. */
import type { Estimate } from './costs.ts';

export const verdicts = ['left', 'right', 'both', 'neither'] as const;
export type Verdict = (typeof verdicts)[number];

export const sides = ['left', 'right'] as const;
export type Side = (typeof sides)[number];

/** A diverse sample suffices. */
export const maxCompared = 20;

/** The order of services does not reveal the sides. */
export interface ComparisonHead {
  readonly id: number;
  readonly recipeId: string;
  /** Names at that time. */
  readonly recipe: string;
  readonly services: readonly [string, string];
  /** ms since 1970; `finishedAt` is null before the end. */
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly pairs: number;
  /** Pairs to judge, judged ones, and those in progress. */
  readonly ready: number;
  readonly judged: number;
  readonly open: number;
}

/** px. */
interface PairSide {
  readonly width: number;
  readonly height: number;
}

/** A pair without hints at the services. */
export interface BlindPair {
  readonly id: number;
  /** Null if removed. */
  readonly photographId: number | null;
  readonly name: string;
  readonly size: PairSide;
  readonly left: PairSide;
  readonly right: PairSide;
  readonly verdict: Verdict | null;
}

/** Work of a comparison before it begins. */
export interface ComparisonEstimate {
  /** Distinct files; at most `maxCompared` are compared. */
  readonly photographs: number;
  /** Paid services only. */
  readonly estimates: readonly Estimate[];
}

export interface ServiceOutcome {
  readonly profileId: string;
  readonly service: string;
  /** Pairs that it won alone. */
  readonly won: number;
  readonly failed: number;
  /** Includes failed photographs. */
  readonly credits: number;
  /** Requests of unknown cost. */
  readonly unknown: number;
  /** Per photograph; null if not recorded. */
  readonly medianMs: number | null;
  readonly slowestTenthMs: number | null;
}

export interface Outcome {
  readonly services: readonly [ServiceOutcome, ServiceOutcome];
  readonly judged: number;
  readonly both: number;
  readonly neither: number;
  /** Processed photographs without a verdict. */
  readonly leftOut: number;
}

/** Counts photographs whose result was better, or as good. */
export const acceptedCount = ({ both }: Pick<Outcome, 'both'>, { won }: Pick<ServiceOutcome, 'won'>): number =>
  won + both;

/** Returns the p-value of the two-sided sign test. Ties are ignored. */
export function signTest(firstWins: number, secondWins: number): number {
  const total = firstWins + secondWins;
  let combinations = 1;
  let sum = 0;
  for (let wins = 0; wins <= Math.min(firstWins, secondWins); wins += 1) {
    sum += combinations;
    combinations = (combinations * (total - wins)) / (wins + 1);
  }
  return Math.min(1, (2 * sum) / 2 ** total);
}

export const significanceLevel = 0.05;

/** Returns the quantile at `share` (0 to 1), the mean of two values at a boundary. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * sorted.length;
  const above = sorted[Math.min(sorted.length - 1, Math.floor(place))];
  if (above === undefined) return null;
  const below = Number.isInteger(place) && place > 0 ? (sorted[place - 1] ?? above) : above;
  return (below + above) / 2;
}
