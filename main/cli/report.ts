/** What a command prints while jobs run: a progress bar on a terminal, JSON lines, or plain lines. */
import { SingleBar } from 'cli-progress';
import type { JobSummary } from '../../preload/contract/job.ts';
import { restingStates } from '../../preload/contract/job.ts';
import type { Store } from '../store/index.ts';
import { addressed } from './addressed.ts';
import { writeLine } from './output.ts';
import { printable, printableJson } from './printable.ts';

/** One line of `--json`. */
export interface FinishedLine {
  readonly file: string;
  readonly state: JobSummary['state'];
  readonly results: readonly string[];
  /** Done without a result, since a file of its name was there already. */
  readonly leftOut?: true;
  readonly ms: number | null;
  readonly error?: { readonly code: string; readonly message: string };
  readonly analysis?: unknown;
}

export interface Reporter {
  /** Jobs that have come to rest, by the state they are in now: one that was decided meanwhile counts once, as what it became. */
  told(): Readonly<Record<End, number>>;
  line(text: string): void;
  stop(): void;
}

/** How a job came to rest; what was left out, since the rule "skip" found its name taken, has nothing to show for it. */
type End = (typeof restingStates)[number] | 'leftOut';

/** Null for a job that is not at rest. */
function endOf({ state, resultCount }: JobSummary): End | null {
  if (state === 'done' && resultCount === 0) return 'leftOut';
  return restingStates.find((resting) => resting === state) ?? null;
}

/** Reports every job that comes to rest from now on. */
export function startReport(store: Store, json: boolean): Reporter {
  const seen = new Map<number, End>();
  const bar =
    !json && process.stderr.isTTY
      ? new SingleBar({
          format: '{bar} {value} of {total} · {speed}',
          stream: process.stderr,
          clearOnComplete: true,
          hideCursor: true,
        })
      : null;
  bar?.start(0, 0, { speed: '' });

  const print = (text: string, stream: NodeJS.WriteStream) => {
    // The bar draws itself again below the line at its next update.
    if (bar) process.stderr.write('\r\x1b[K');
    writeLine(stream, text);
  };
  const tell = (job: JobSummary) => {
    const finished = finishedLine(store, job);
    print(json ? printableJson(finished) : printable(inWords(finished)), process.stdout);
  };
  const unsubscribe = store.changes.subscribe(({ jobs, foreign }) => {
    const changed = foreign ? store.views.summaries() : store.views.byId(jobs);
    for (const job of changed) {
      const end = endOf(job);
      if (end === null) seen.delete(job.id);
      else if (seen.get(job.id) !== end && (!foreign || seen.has(job.id) || (job.finishedAt ?? 0) >= startedAt)) {
        seen.set(job.id, end);
        tell(job);
      }
    }
    const { total, finished, perMinute } = store.views.throughput();
    if (total > 0) bar?.setTotal(total);
    bar?.update(finished, { speed: perMinute > 0 ? `${Math.round(perMinute)} a minute` : '' });
  });
  const startedAt = Date.now();

  return {
    told: () => {
      const told = { done: 0, failed: 0, cancelled: 0, uncertain: 0, leftOut: 0 };
      for (const end of seen.values()) told[end] += 1;
      return told;
    },
    line: (text) => print(printable(text), process.stderr),
    stop: () => {
      unsubscribe();
      bar?.stop();
    },
  };
}

/** A job that has come to rest, as `--json` tells it. */
export function finishedLine(store: Pick<Store, 'results'>, job: JobSummary): FinishedLine {
  const { paths, analysis } = store.results.outcomeOf(job.id);
  return {
    file: job.sourcePath,
    state: job.state,
    results: paths,
    ...(endOf(job) === 'leftOut' ? { leftOut: true } : {}),
    ms: job.startedAt !== null && job.finishedAt !== null ? job.finishedAt - job.startedAt : null,
    ...(job.error ? { error: { code: job.error.code, message: addressed(job.error.message, 'terminal') } } : {}),
    ...(analysis === undefined ? {} : { analysis }),
  };
}

/** The same for people. */
export function inWords({ file, state, results, leftOut, error }: FinishedLine): string {
  switch (state) {
    case 'done':
      if (leftOut) return `${file}: left out, since a file of that name is there already.`;
      return `${file}: ${results.length > 0 ? results.join(', ') : 'analysed'}`;
    case 'failed':
    case 'uncertain':
      return `${file}: ${state === 'failed' ? 'failed' : 'uncertain'}. ${error?.message ?? ''}`;
    default:
      return `${file}: ${state}`;
  }
}
