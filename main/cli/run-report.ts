/** What a command prints while jobs run: a progress bar on a terminal, JSON lines, or plain lines. */

import type { JobSummary } from '../../contract/jobs/job.ts';
import { finalStates } from '../../contract/jobs/job.ts';
import type { QueueStatus } from '../../contract/jobs/work-status.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { type Message, type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { documentIdOf } from '../imaging/metadata/rules/xmp-document-id.ts';
import { type Store, skipOnTrouble } from '../store/index.ts';
import { startProgressBar } from './progress-bar.ts';
import { writeLine } from './stdout-errors.ts';
import { escapeTerminalJson, terminalLine } from './terminal-text.ts';

/** One line of `--json`. */
export interface FinishedLine {
  readonly file: string;
  readonly state: JobSummary['state'];
  readonly results: readonly string[];
  /** What its results say in their XMP that they were made of. */
  readonly documentId?: string;
  /** Done without a result, since a file of its name was there already, or its recipe is not for it. */
  readonly leftOut?: true;
  /** Why, where that was its recipe. */
  readonly why?: string;
  readonly ms: number | null;
  readonly error?: { readonly code: string; readonly message: string };
  readonly analysis?: unknown;
}

export interface Reporter {
  /** Jobs that have come to rest, by the state they are in now: one that was decided meanwhile counts once, as what it became. */
  reportedCounts(): ReportedCounts;
  /** The same of jobs the command does not answer for, and that this process ran. */
  reportedOtherCounts(): ReportedCounts;
  /** True for a job that this process has done while the command did not answer for it. */
  hasDone(id: number): boolean;
  /** How many jobs were added to its own since photographs went on with another recipe than the one that was asked for. */
  adopted(): number;
  /** Looks at jobs the command answers for (undefined = all its own), and tells of those that have come to rest. */
  update(ids?: Iterable<number>): void;
  line(message: Message): void;
  stop(): void;
}

/** How many of the jobs a command answers for have come to rest. */
export type Progress = Pick<QueueStatus, 'total' | 'finished'>;

export type ReportedCounts = Readonly<Record<End, number>>;

/** How a job came to rest; what was left out by the rule "skip" or by its recipe has nothing to show for it. */
type End = (typeof finalStates)[number] | 'leftOut';

/** Null for a job that is not at rest. */
function endOf({ state, resultCount }: Pick<JobSummary, 'state' | 'resultCount'>): End | null {
  if (state === 'done' && resultCount === 0) return 'leftOut';
  return finalStates.find((resting) => resting === state) ?? null;
}

/**
 * Reports every job that comes to rest.
 * @param own the jobs the command answers for, which may grow, each with a `update`, and here where a photograph goes on as another; null = all that come to rest from now on
 * @param readStatus how the queue stands now, for a terminal; of the jobs the command answers for, it is told how far they are
 */
export function startReport(
  store: Store,
  isJson: boolean,
  own: Set<number> | null,
  readStatus: ((progress: Progress | null) => Promise<QueueStatus>) | null = null,
): Reporter {
  const startedAt = Date.now();
  const seen = new Map<number, End>();
  let adopted = 0;
  /** Jobs of others that were at work here, and how they came to rest. */
  const otherEnds = new Map<number, End | null>();
  const bar =
    !isJson && readStatus && process.stderr.isTTY
      ? startProgressBar(process.stderr, () => readStatus(own && { total: own.size, finished: seen.size }))
      : null;

  const print = (text: string, stream: NodeJS.WriteStream) => {
    // The bar draws itself again below the line at its next update.
    if (bar) process.stderr.write('\r\x1b[K');
    writeLine(stream, text);
  };
  const reportJob = (job: JobSummary) => {
    const finished = finishedLine(store, job);
    print(isJson ? escapeTerminalJson(finished) : terminalLine(finishedMessage(finished)), process.stdout);
  };
  /** Own jobs are asked for one by one: however they came to rest, each is told and counted. */
  const reportOwn = (ids: Iterable<number>) => {
    const ends = new Map(store.views.atRest(ids).map((job) => [job.id, endOf(job)]));
    for (const id of ids) {
      const end = ends.get(id) ?? null;
      if (end === (seen.get(id) ?? null)) continue;
      if (end === null) seen.delete(id);
      else {
        seen.set(id, end);
        const job = store.views.detail(id)?.job;
        if (job) reportJob(job);
        if (end === 'leftOut') adopt(store.excluded.insteadOf([id]));
      }
    }
  };
  const adopt = (ids: readonly number[]) => {
    const adoptedIds = ids.filter((id) => !own?.has(id));
    for (const id of adoptedIds) own?.add(id);
    adopted += adoptedIds.length;
    reportOwn(adoptedIds);
  };
  const reportOthers = (ids: Iterable<number>) => {
    for (const job of store.views.byId(ids)) {
      const end = endOf(job);
      if (end === null || otherEnds.has(job.id)) otherEnds.set(job.id, end);
    }
  };
  const reportAll = (changed: readonly JobSummary[], isForeign: boolean) => {
    for (const job of changed) {
      const end = endOf(job);
      if (end === null) seen.delete(job.id);
      else if (seen.get(job.id) !== end && (!isForeign || seen.has(job.id) || (job.finishedAt ?? 0) >= startedAt)) {
        seen.set(job.id, end);
        reportJob(job);
      }
    }
  };
  const unsubscribe = store.changes.subscribe(({ jobs, foreign }) => {
    if (own === null) reportAll(foreign ? store.views.summaries() : store.views.byId(jobs), foreign);
    else {
      reportOwn(foreign ? own : [...jobs].filter((id) => own.has(id)));
      reportOthers([...jobs].filter((id) => !own.has(id)));
    }
  });

  return {
    reportedCounts: () => counted(seen.values()),
    reportedOtherCounts: () =>
      counted([...otherEnds].flatMap(([id, end]) => (end === null || own?.has(id) ? [] : end))),
    adopted: () => adopted,
    hasDone: (id) => otherEnds.get(id) === 'done',
    update: skipOnTrouble((ids = own ?? []) => reportOwn(own === null ? [] : ids)),
    line: (message) => print(terminalLine(message), process.stderr),
    stop: () => {
      unsubscribe();
      bar?.stop();
    },
  };
}

function counted(ends: Iterable<End>): ReportedCounts {
  const counts = { done: 0, failed: 0, cancelled: 0, uncertain: 0, leftOut: 0 };
  for (const end of ends) counts[end] += 1;
  return counts;
}

/** A job that has come to rest, as `--json` tells it. */
export function finishedLine(store: Pick<Store, 'results' | 'jobs'>, job: JobSummary): FinishedLine {
  const { paths, analysis } = store.results.outcomeOf(job.id);
  const { error } = job;
  const hash = paths.length === 0 ? null : store.jobs.get(job.id)?.contentHash;
  const isLeftOut = endOf(job) === 'leftOut';
  return {
    file: job.sourcePath,
    state: job.state,
    results: paths,
    ...(hash ? { documentId: documentIdOf(hash) } : {}),
    ...(isLeftOut ? { leftOut: true } : {}),
    ...(isLeftOut && error ? { why: formatMessage(error.message, 'terminal') } : {}),
    ms: job.startedAt !== null && job.finishedAt !== null ? job.finishedAt - job.startedAt : null,
    ...(error && !isLeftOut ? { error: { code: error.code, message: formatMessage(error.message, 'terminal') } } : {}),
    ...(analysis === undefined ? {} : { analysis }),
  };
}

/** The same for people. */
export function finishedMessage({ file, state, results, leftOut, why, error }: FinishedLine): MessageDescriptor {
  const message = error?.message ?? '';
  switch (state) {
    case 'done':
      if (why !== undefined) return msg('cli.finished.notMeant', { file, why });
      if (leftOut) return msg('cli.finished.leftOut', { file });
      if (results.length === 0) return msg('cli.finished.analysed', { file });
      return msg('cli.finished.done', { file, results: results.join(', ') });
    case 'failed':
      return msg('cli.finished.failed', { file, message });
    case 'uncertain':
      return msg('cli.finished.uncertain', { file, message });
    default:
      return msg('cli.finished.cancelled', { file });
  }
}
