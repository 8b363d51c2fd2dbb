/** What a command prints while jobs run: a progress bar on a terminal, JSON lines, or plain lines. */
import { SingleBar } from 'cli-progress';
import type { JobSummary } from '../../preload/contract/job.ts';
import { restingStates } from '../../preload/contract/job.ts';
import type { Store } from '../store/index.ts';
import { writeLine } from './output.ts';
import { printable, printableJson } from './printable.ts';

/** One line of `--json`. */
export interface FinishedLine {
  readonly file: string;
  readonly state: JobSummary['state'];
  readonly results: readonly string[];
  readonly ms: number | null;
  readonly error?: { readonly code: string; readonly message: string };
  readonly analysis?: unknown;
}

export interface Reporter {
  /** Jobs that have come to rest, by the state they are in now: one that was decided meanwhile counts once, as what it became. */
  told(): Readonly<Record<RestingState, number>>;
  line(text: string): void;
  stop(): void;
}

type RestingState = (typeof restingStates)[number];
const isResting = (state: JobSummary['state']): state is RestingState =>
  (restingStates as readonly string[]).includes(state);

/** Reports every job that comes to rest from now on. */
export function startReport(store: Store, json: boolean): Reporter {
  const seen = new Map<number, RestingState>();
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
    print(json ? printableJson(finished) : printable(inWords(finished, job)), process.stdout);
  };
  const unsubscribe = store.changes.subscribe(({ jobs, foreign }) => {
    const changed = foreign ? store.views.summaries() : store.views.byId(jobs);
    for (const job of changed) {
      if (!isResting(job.state)) seen.delete(job.id);
      else if (seen.get(job.id) !== job.state && (!foreign || seen.has(job.id) || (job.finishedAt ?? 0) >= startedAt)) {
        seen.set(job.id, job.state);
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
      const told = { done: 0, failed: 0, cancelled: 0, uncertain: 0 };
      for (const state of seen.values()) told[state] += 1;
      return told;
    },
    line: (text) => print(printable(text), process.stderr),
    stop: () => {
      unsubscribe();
      bar?.stop();
    },
  };
}

function finishedLine(store: Store, job: JobSummary): FinishedLine {
  const { paths, analysis } = store.results.outcomeOf(job.id);
  return {
    file: job.sourcePath,
    state: job.state,
    results: paths,
    ms: job.startedAt !== null && job.finishedAt !== null ? job.finishedAt - job.startedAt : null,
    ...(job.error ? { error: { code: job.error.code, message: job.error.message } } : {}),
    ...(analysis === undefined ? {} : { analysis }),
  };
}

function inWords({ file, state, results, analysis }: FinishedLine, { error }: JobSummary): string {
  switch (state) {
    case 'done':
      return `${file}: ${results.length > 0 ? results.join(', ') : analysis === undefined ? 'done' : 'analysed'}`;
    case 'failed':
    case 'uncertain':
      return `${file}: ${state === 'failed' ? 'failed' : 'uncertain'}. ${error?.message ?? ''}`;
    default:
      return `${file}: ${state}`;
  }
}
