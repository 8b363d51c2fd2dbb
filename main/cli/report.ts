/** What a command prints while jobs run: a progress bar on a terminal, JSON lines, or plain lines. */
import { SingleBar } from 'cli-progress';
import type { JobSummary } from '../../preload/contract/job.ts';
import { restingStates } from '../../preload/contract/job.ts';
import type { Store } from '../store/index.ts';
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
  /** Resting jobs told so far, by state. */
  readonly told: Readonly<Record<'done' | 'failed' | 'cancelled' | 'uncertain', number>>;
  line(text: string): void;
  stop(): void;
}

const isResting = (state: JobSummary['state']) => (restingStates as readonly string[]).includes(state);

/** Reports every job that comes to rest from now on. */
export function startReport(store: Store, json: boolean): Reporter {
  const told = { done: 0, failed: 0, cancelled: 0, uncertain: 0 };
  const seen = new Set<number>();
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
    if (!bar) stream.write(`${text}\n`);
    else {
      // The bar draws itself again below the line at its next update.
      process.stderr.write('\r\x1b[K');
      stream.write(`${text}\n`);
    }
  };
  const tell = (job: JobSummary) => {
    const finished = finishedLine(store, job);
    print(json ? printableJson(finished) : printable(inWords(finished, job)), process.stdout);
  };
  const unsubscribe = store.changes.subscribe(({ jobs, foreign }) => {
    const changed = foreign ? store.views.summaries() : store.views.byId(jobs);
    for (const job of changed) {
      if (!isResting(job.state)) seen.delete(job.id);
      else if (!seen.has(job.id) && (!foreign || (job.finishedAt ?? 0) >= startedAt)) {
        seen.add(job.id);
        told[job.state as keyof typeof told] += 1;
        tell(job);
      }
    }
    const { total, finished, perMinute } = store.views.throughput();
    if (total > 0) bar?.setTotal(total);
    bar?.update(finished, { speed: perMinute > 0 ? `${Math.round(perMinute)} a minute` : '' });
  });
  const startedAt = Date.now();

  return {
    told,
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
