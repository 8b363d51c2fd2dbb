/** The line that a command prints for a photograph whose job is final. */
import { finalStates, type JobSummary } from '../../../contract/jobs/job.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { documentIdOf } from '../../imaging/metadata/rules/xmp-document-id.ts';
import type { Store } from '../../store/index.ts';

/** One line of `--json`. */
export interface FinishedLine {
  readonly file: string;
  readonly state: JobSummary['state'];
  readonly results: readonly string[];
  /** `xmpMM:DocumentID` of the results. */
  readonly documentId?: string;
  /** Done without a result: its file existed already, or the recipe excludes the photograph. */
  readonly leftOut?: true;
  /** Why the recipe excludes it. */
  readonly why?: string;
  readonly ms: number | null;
  readonly error?: { readonly code: string; readonly message: string };
  readonly analysis?: unknown;
}

/** Final state of a job; `leftOut`: done without a result. */
export type JobEnd = (typeof finalStates)[number] | 'leftOut';

/** Returns null for an unfinished job. */
export function endOf({ state, resultCount }: Pick<JobSummary, 'state' | 'resultCount'>): JobEnd | null {
  if (state === 'done' && resultCount === 0) return 'leftOut';
  return finalStates.find((each) => each === state) ?? null;
}

export type EndCounts = Readonly<Record<JobEnd, number>>;

export function countEnds(ends: Iterable<JobEnd>): EndCounts {
  const counts = { done: 0, failed: 0, cancelled: 0, uncertain: 0, leftOut: 0 };
  for (const end of ends) counts[end] += 1;
  return counts;
}

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
