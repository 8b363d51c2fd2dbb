/** Plays the rounds of a campaign, several at a time, and combines their reports. */
import type { RoundOptions, RoundReport } from './report.ts';

export interface Campaign {
  /** Its line in `--help`. */
  readonly help: string;
  readonly defaultRounds?: number;
  readonly defaultParallelRounds?: number;
  readonly play: (options: RoundOptions) => Promise<RoundReport>;
}

export interface CampaignOptions {
  readonly seed: number;
  readonly rounds: number;
  /** No round starts after this time, in ms. */
  readonly forMs: number;
  /** The only round to play, or null. */
  readonly round: number | null;
  readonly only: string;
  readonly parallelRounds: number;
  readonly keep: boolean;
  readonly onMessage: (text: string) => void;
}

export async function playCampaign(name: string, play: Campaign['play'], options: CampaignOptions) {
  const { seed, rounds, forMs, round, only, parallelRounds, keep, onMessage } = options;
  const startedAt = performance.now();
  const reports: RoundReport[] = [];
  const numbers = round === null ? Array.from({ length: rounds }, (_, index) => index) : [round];
  const playRounds = async () => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      if (performance.now() - startedAt > forMs) return;
      const current = number;
      const report = await play({ number, seed, only, keep }).catch((error) => failedRound(error, current));
      reports.push(report);
      for (const { kind, text } of report.violations) onMessage(`round ${number} (${report.about}): ${kind}: ${text}`);
      if (reports.length % 20 === 0) onMessage(`${reports.length} of ${rounds} rounds`);
    }
  };
  await Promise.all(Array.from({ length: parallelRounds }, playRounds));
  const onlyOption = only === '' ? '' : ` --only ${only}`;
  const combine = (of: 'counts' | 'peaks', merge: (a: number, b: number) => number) => {
    const total: Record<string, number> = {};
    for (const report of reports)
      for (const [label, value] of Object.entries(report[of])) total[label] = merge(total[label] ?? 0, value);
    return Object.fromEntries(Object.entries(total).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return {
    campaign: name,
    seed,
    rounds: reports.length,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    counts: combine('counts', (a, b) => a + b),
    peaks: combine('peaks', Math.max),
    violations: reports
      .filter(({ violations }) => violations.length > 0)
      .sort((a, b) => a.round - b.round)
      .map(({ round: number, about, violations, log, ledger, kept }) => ({
        again: `npm run campaign -- ${name} --seed ${seed}${onlyOption} --round ${number}`,
        ...{ about, violations, log, ledger, kept },
      })),
  };
}

/** Reports an error of the campaign itself as a violation, because its round has checked nothing. */
function failedRound(error: unknown, round: number): RoundReport {
  const text = `the campaign itself failed: ${error instanceof Error ? error.stack : error}`;
  const empty = { counts: {}, peaks: {}, log: [], ledger: [], kept: null };
  return { round, about: 'unknown', violations: [{ kind: 'failed', text }], ...empty };
}
