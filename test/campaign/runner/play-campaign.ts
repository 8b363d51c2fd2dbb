/** Plays the rounds of a campaign, some at a time, and adds up what they report. */
import type { RoundOptions, RoundReport } from './round.ts';

export interface CampaignOptions {
  readonly seed: number;
  readonly rounds: number;
  /** Rounds are begun for so long only, ms. */
  readonly forMs: number;
  /** This round alone. */
  readonly round: number | null;
  readonly only: string;
  /** Rounds at a time. */
  readonly sideBySide: number;
  /** Keeps the folders of rounds with violations. */
  readonly keep: boolean;
  readonly tell: (text: string) => void;
}

export interface CampaignReport {
  readonly campaign: string;
  readonly seed: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly peaks: Readonly<Record<string, number>>;
  readonly violations: readonly {
    /** What plays the round again. */
    readonly again: string;
    readonly about: string;
    readonly violations: readonly { readonly kind: string; readonly text: string }[];
    readonly log: readonly string[];
    readonly ledger: readonly string[];
    readonly kept: string | null;
  }[];
}

export async function playCampaign(
  name: string,
  play: (options: RoundOptions) => Promise<RoundReport>,
  options: CampaignOptions,
): Promise<CampaignReport> {
  const { seed, rounds, forMs, round, only, sideBySide, keep, tell } = options;
  const began = performance.now();
  const reports: RoundReport[] = [];
  const numbers = round === null ? Array.from({ length: rounds }, (_, index) => index) : [round];
  const lane = async () => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      if (performance.now() - began > forMs) return;
      const report = await play({ number, seed, only, keep }).catch((error) => ofItsOwn(error, Number(number)));
      reports.push(report);
      for (const { kind, text } of report.violations) tell(`round ${number} (${report.about}): ${kind}: ${text}`);
      if (reports.length % 20 === 0) tell(`${reports.length} of ${rounds} rounds`);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, lane));
  const word = only === '' ? '' : ` --only ${only}`;
  return {
    campaign: name,
    seed,
    rounds: reports.length,
    seconds: Math.round((performance.now() - began) / 1000),
    counts: combined(
      reports.map((report) => report.counts),
      (a, b) => a + b,
    ),
    peaks: combined(
      reports.map((report) => report.peaks),
      Math.max,
    ),
    violations: reports
      .filter(({ violations }) => violations.length > 0)
      .sort((a, b) => a.round - b.round)
      .map(({ round: number, about, violations, log, ledger, kept }) => ({
        again: `npm run campaign -- ${name} --seed ${seed}${word} --round ${number}`,
        about,
        violations,
        log,
        ledger,
        kept,
      })),
  };
}

/** A round that could not be played to its end says nothing of Burnish, and must not pass for one that found nothing. */
function ofItsOwn(error: unknown, round: number): RoundReport {
  const text = `the campaign itself failed: ${error instanceof Error ? error.stack : error}`;
  const nothing = { counts: {}, peaks: {}, log: [], ledger: [], kept: null };
  return { round, about: 'unknown', violations: [{ kind: 'failed', text }], ...nothing };
}

function combined(
  all: readonly Readonly<Record<string, number>>[],
  combine: (a: number, b: number) => number,
): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const each of all) {
    for (const [what, value] of Object.entries(each)) sums[what] = combine(sums[what] ?? 0, value);
  }
  return Object.fromEntries(Object.entries(sums).sort(([a], [b]) => (a < b ? -1 : 1)));
}
