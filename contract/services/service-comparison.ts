/** Two services compared on the same photographs, judged without knowing which result is whose. */

/** What is said of a pair: one side is better, both are good, or neither is. */
export const verdicts = ['left', 'right', 'both', 'neither'] as const;
export type Verdict = (typeof verdicts)[number];

export const sides = ['left', 'right'] as const;
export type Side = (typeof sides)[number];

/** More photographs are not compared at a time: fewer that differ say as much. */
export const maxCompared = 20;

/** A comparison in a list; its services in the order they were chosen in, which says nothing of left and right. */
export interface ComparisonHead {
  readonly id: number;
  readonly recipeId: string;
  /** What recipe and services were called then. */
  readonly recipe: string;
  readonly services: readonly [string, string];
  /** ms since 1970; `finishedAt` is null while it is judged. */
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly pairs: number;
  /** Pairs that can be judged, those that are, and those that are still being processed. */
  readonly ready: number;
  readonly judged: number;
  readonly open: number;
}

/** Sizes in px. */
export interface PairSide {
  readonly width: number;
  readonly height: number;
}

/** A pair as it is judged: nothing of it tells which service made which side. */
export interface BlindPair {
  readonly id: number;
  /** Null where the photograph is gone. */
  readonly photographId: number | null;
  /** File name of the photograph. */
  readonly name: string;
  /** Of the photograph. */
  readonly size: PairSide;
  readonly left: PairSide;
  readonly right: PairSide;
  readonly verdict: Verdict | null;
}

/** What a comparison has found about one service. */
export interface ServiceOutcome {
  readonly profileId: string;
  readonly service: string;
  /** How often it alone was better. */
  readonly won: number;
  /** Photographs that it failed at. */
  readonly failed: number;
  /** What its results of the judged photographs cost, with what it charged where it failed, in credits. */
  readonly credits: number;
  /** Requests among them whose cost nobody knows. */
  readonly unknown: number;
  /** How long a photograph took, ms; null where none was recorded. */
  readonly medianMs: number | null;
  readonly slowestTenthMs: number | null;
}

/** What a comparison has found. */
export interface Outcome {
  readonly services: readonly [ServiceOutcome, ServiceOutcome];
  readonly judged: number;
  readonly both: number;
  readonly neither: number;
  /** Photographs that nobody judged, and that neither service failed at. */
  readonly leftOut: number;
}

/** In how many photographs the result of a service was acceptable: it was better, or both were good. */
export const acceptedCount = ({ both }: Pick<Outcome, 'both'>, { won }: Pick<ServiceOutcome, 'won'>): number =>
  won + both;

/**
 * The two-sided sign test: how likely it is, by chance alone, that one of two equally good services is ahead at least as far, 0 to 1.
 * Photographs where none was better say nothing.
 */
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

/** What is less likely (0 to 1) is taken for more than chance. */
export const significanceLevel = 0.05;

/** The value below which this share (0 to 1) of them lie: the middle of two where it falls between them. Null of none. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * sorted.length;
  const above = sorted[Math.min(sorted.length - 1, Math.floor(place))];
  if (above === undefined) return null;
  const below = Number.isInteger(place) && place > 0 ? (sorted[place - 1] ?? above) : above;
  return (below + above) / 2;
}
