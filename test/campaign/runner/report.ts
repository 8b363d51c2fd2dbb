/** Options, records and report of a round. */
import type { Ledger } from '../service/ledger.ts';
import type { Violation } from './check.ts';

export interface RoundOptions {
  readonly number: number;
  readonly seed: number;
  /** Plays only cases with this word in their names. */
  readonly only?: string;
  /** Uses fewer photographs and shorter waits, for `npm test`. */
  readonly quick?: boolean;
  /** Keeps the folder of a round with violations. */
  readonly keep?: boolean;
}

export interface RoundReport {
  readonly round: number;
  readonly about: string;
  /** Summed over all rounds. */
  readonly counts: Readonly<Record<string, number>>;
  /** Maximum of all rounds. */
  readonly peaks: Readonly<Record<string, number>>;
  readonly violations: readonly Violation[];
  readonly log: readonly string[];
  /** Requests to the service; empty without a violation. */
  readonly ledger: readonly string[];
  /** The kept folder, or null. */
  readonly kept: string | null;
}

/** Collects the results of a round. */
export class Recorder {
  readonly counts: Record<string, number> = {};
  readonly peaks: Record<string, number> = {};
  readonly violations: Violation[] = [];
  readonly log: string[] = [];

  readonly count = (label: string, by = 1): void => {
    this.counts[label] = (this.counts[label] ?? 0) + by;
  };
  readonly peak = (label: string, value: number): void => {
    this.peaks[label] = Math.max(this.peaks[label] ?? 0, value);
  };
  readonly violate = (kind: Violation['kind'], text: string): void => void this.violations.push({ kind, text });
}

interface Place {
  readonly root: string;
  readonly ledger?: Ledger;
  close(keepsFolder: boolean): Promise<void>;
}

/** Runs the attack and checks of a round, cleans up, and returns the report. */
export async function reportRound(
  { number, keep = false }: RoundOptions,
  about: string,
  { counts, peaks, violations, log }: Recorder,
  { root, ledger, close }: Place,
  act: () => Promise<void>,
): Promise<RoundReport> {
  const isKept = () => keep && violations.length > 0;
  try {
    await act();
  } finally {
    await close(isKept());
  }
  const lines = violations.length > 0 ? (ledger?.lines() ?? []) : [];
  return { round: number, about, counts, peaks, violations, log, ledger: lines, kept: isKept() ? root : null };
}

/** Returns the entries whose names contain the word of `--only`, in any case. */
export function matching<T>(all: readonly T[], nameOf: (each: T) => string, only = ''): T[] {
  const found = all.filter((each) => nameOf(each).toLowerCase().includes(only.toLowerCase()));
  if (found.length === 0) throw new Error(`No case is called ${only}: ${all.map(nameOf).join(', ')}`);
  return found;
}
