/** Photographs of a command that a studio processes: offers them, and reports each when a station has finished it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobOrigin } from '../../../contract/jobs/job.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type Message, msg } from '../../../contract/messages/message.ts';
import { messageAt } from '../../service/throttle/limiter-message.ts';
import type { NewJob } from '../../store/index.ts';
import type { SharedJobView } from '../../studio/overview/overview.ts';
import type { Studio } from '../../studio/studio.ts';
import { countMessages, sharedPathText } from '../output/message-parts.ts';
import { writeLine } from '../output/stdout-errors.ts';
import { escapeTerminalJson, terminalLine } from '../output/terminal-text.ts';
import type { Session } from '../session/command-session.ts';
import { type EndCounts, type FinishedLine, finishedMessage } from './finished-line.ts';
import type { Reporter } from './run-report.ts';

const pollIntervalMs = 500;

export interface SharedRun {
  /** For `addPhotographs`. Returns the jobs whose files are outside all shares. */
  offer(jobs: readonly NewJob[], known: 'go-on' | 'pass'): Promise<readonly NewJob[]>;
  findAppliedRecipes(hash: string): Promise<ReadonlySet<string>>;
  /** Resolves once all offered jobs are final, or the command is stopped. */
  done(): Promise<void>;
  reportedCounts(): EndCounts;
  /** Number of unfinished offered jobs. */
  readonly left: number;
}

interface SharedRunOptions {
  readonly title: Message;
  readonly origin: JobOrigin;
  readonly profileId: string;
  readonly json: boolean;
}

/** Returns null if this computer is in no studio. */
export function createSharedRun(
  { app, interrupted }: Pick<Session, 'app' | 'interrupted'>,
  reporter: Pick<Reporter, 'line'>,
  { title, origin, profileId, json }: SharedRunOptions,
): SharedRun | null {
  const { studio } = app;
  if (studio === null) return null;
  const batch = { key: randomUUID(), title };
  const counts = { offered: 0, finishedBefore: 0 };
  const ends: Record<keyof EndCounts, number> = { done: 0, failed: 0, cancelled: 0, uncertain: 0, leftOut: 0 };
  const open = new Set<number>();
  const reportedConditions = new Set<string>();
  /** Offers that have not reached the studio yet. */
  let unsentCount = 0;

  const reportJob = (job: SharedJobView) => {
    open.delete(job.id);
    ends[job.state as 'done'] += 1;
    const line = finishedLineOf(job);
    writeLine(process.stdout, json ? escapeTerminalJson(line) : terminalLine(finishedMessage(line)));
  };

  return {
    async offer(jobs, known) {
      const served = await app.sharedService(profileId);
      if (served === null) return jobs;
      const terms = { batch, origin, known, service: served.service };
      const own = await studio.station.offer(jobs, terms, (_item, { id, state }) => {
        unsentCount -= 1;
        if (id === null || state === 'done') counts.finishedBefore += 1;
        else open.add(id);
      });
      unsentCount += jobs.length - own.length;
      counts.offered += jobs.length - own.length;
      return own;
    },
    findAppliedRecipes: studio.station.findAppliedRecipes,
    async done() {
      for (const line of countMessages(counts.offered, 'studio.offered')) reporter.line(line);
      while (!interrupted.aborted && (unsentCount > 0 || open.size > 0)) {
        await printConditions(studio, reportedConditions, reporter);
        for (const job of await queryJobs(studio, [...open])) if (isFinal(job)) reportJob(job);
        if (unsentCount === 0 && open.size === 0) break;
        await sleep(pollIntervalMs, undefined, { signal: interrupted }).catch(() => undefined);
      }
      for (const line of countMessages(counts.finishedBefore, 'cli.taken.finished')) reporter.line(line);
      if (interrupted.aborted && unsentCount > 0) reporter.line(msg('studio.offersLeft', { count: unsentCount }));
    },
    reportedCounts: () => ends,
    get left() {
      return unsentCount + open.size;
    },
  };
}

/** Reports each condition of a service once. */
async function printConditions(
  { overview }: Studio,
  reported: Set<string>,
  reporter: Pick<Reporter, 'line'>,
): Promise<void> {
  for (const { service, message, until } of await overview.conditions().catch(() => [])) {
    const line = msg('cli.service', { service, message: messageAt({ message, until }, 0) });
    const known = `${service} ${typeof message === 'string' ? message : message.key}`;
    if (!reported.has(known)) reporter.line(line);
    reported.add(known);
  }
}

/** Returns no jobs while the database is unreachable; the next poll may succeed. */
async function queryJobs({ overview }: Studio, ids: readonly number[]): Promise<SharedJobView[]> {
  if (ids.length === 0) return [];
  return overview.jobs(ids).catch(() => []);
}

function isFinal({ state }: Pick<SharedJobView, 'state'>): boolean {
  return state !== 'queued' && state !== 'taken';
}

function finishedLineOf(job: SharedJobView): FinishedLine & { readonly station: string | null } {
  const { error, ms, station } = job;
  return {
    file: sharedPathText(job),
    state: job.state === 'queued' || job.state === 'taken' ? 'queued' : job.state,
    results: job.results.map(sharedPathText),
    ms,
    station,
    ...(error ? { error: { code: error.code, message: formatMessage(error.message, 'terminal') } } : {}),
  };
}
