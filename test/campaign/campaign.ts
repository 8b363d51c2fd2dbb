/** Plays the rounds of a campaign, some at a time, and adds up what they report. */
import type { RoundOptions, RoundReport } from './round.ts';

export interface CampaignOptions {
  readonly seed: number;
  readonly rounds: number;
  /** Rounds are begun for so long only, ms. */
  readonly forMs: number;
  /** This round alone. */
  readonly round: number | null;
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
  const { seed, rounds, forMs, round, sideBySide, keep, tell } = options;
  const began = performance.now();
  const reports: RoundReport[] = [];
  const numbers = round === null ? Array.from({ length: rounds }, (_, index) => index) : [round];
  const lane = async () => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      if (performance.now() - began > forMs) return;
      const report = await play({ number, seed, keep });
      reports.push(report);
      for (const { kind, text } of report.violations) tell(`round ${number} (${report.about}): ${kind}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, lane));
  const counts: Record<string, number> = {};
  for (const report of reports)
    for (const [what, by] of Object.entries(report.counts)) counts[what] = (counts[what] ?? 0) + by;
  return {
    campaign: name,
    seed,
    rounds: reports.length,
    seconds: Math.round((performance.now() - began) / 1000),
    counts: Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1))),
    violations: reports
      .filter(({ violations }) => violations.length > 0)
      .sort((a, b) => a.round - b.round)
      .map(({ round: number, about, violations, log, ledger, kept }) => ({
        again: `npm run campaign -- ${name} --seed ${seed} --round ${number}`,
        about,
        violations,
        log,
        ledger,
        kept,
      })),
  };
}
