/** The photographs of a command that a studio does: put on their way, and told of as they come to rest, on whichever station. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobOrigin } from '../../contract/jobs/job.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { type Message, msg } from '../../contract/messages/message.ts';
import { messageAt } from '../service/throttle/limiter-message.ts';
import type { NewJob } from '../store/index.ts';
import type { SharedJobView } from '../studio/overview/overview.ts';
import type { Studio } from '../studio/studio.ts';
import type { Session } from './command-session.ts';
import { countMessages } from './count-messages.ts';
import { type FinishedLine, finishedMessage, type ReportedCounts, type Reporter } from './run-report.ts';
import { writeLine } from './stdout-errors.ts';
import { escapeTerminalJson, terminalLine } from './terminal-text.ts';

/** How often the studio is asked what has come to rest, ms. */
const askEvery = 500;

export interface SharedRun {
  /** For `addPhotographs`. Returns the jobs whose files are outside all shares. */
  offer(jobs: readonly NewJob[], known: 'go-on' | 'pass'): Promise<readonly NewJob[]>;
  findAppliedRecipes(hash: string): Promise<ReadonlySet<string>>;
  /** Resolves once all that was offered has come to rest, or nothing goes on without the user; or when the command is stopped. */
  done(): Promise<void>;
  reportedCounts(): ReportedCounts;
  /** Offered, and not at rest. */
  readonly left: number;
}

/** Null on a computer that is in no studio. */
export function sharedRun(
  { app, interrupted }: Pick<Session, 'app' | 'interrupted'>,
  reporter: Pick<Reporter, 'line'>,
  { title, origin, profileId, json }: { title: Message; origin: JobOrigin; profileId: string; json: boolean },
): SharedRun | null {
  const { studio } = app;
  if (studio === null) return null;
  const batch = { key: randomUUID(), title };
  const found = { offered: 0, before: 0 };
  const ends: Record<keyof ReportedCounts, number> = { done: 0, failed: 0, cancelled: 0, uncertain: 0, leftOut: 0 };
  const open = new Set<number>();
  const reportedConditions = new Set<string>();
  /** On their way to the studio, which has not heard of them yet. */
  let onTheirWay = 0;

  const reportJob = (job: SharedJobView) => {
    open.delete(job.id);
    ends[job.state as 'done'] += 1;
    const finished = finishedOf(job);
    writeLine(process.stdout, json ? escapeTerminalJson(finished) : terminalLine(finishedMessage(finished)));
  };

  return {
    async offer(jobs, known) {
      const served = await app.sharedService(profileId);
      if (served === null) return jobs;
      const terms = { batch, origin, known, service: served.service };
      const own = await studio.station.offer(jobs, terms, (_item, { id, state }) => {
        onTheirWay -= 1;
        if (id === null || state === 'done') found.before += 1;
        else open.add(id);
      });
      onTheirWay += jobs.length - own.length;
      found.offered += jobs.length - own.length;
      return own;
    },
    findAppliedRecipes: studio.station.findAppliedRecipes,
    async done() {
      for (const line of countMessages(found.offered, 'studio.offered')) reporter.line(line);
      while (!interrupted.aborted && (onTheirWay > 0 || open.size > 0)) {
        await printConditions(studio, reportedConditions, reporter);
        for (const job of await jobsNow(studio, [...open])) if (isAtRest(job)) reportJob(job);
        if (onTheirWay === 0 && open.size === 0) break;
        await sleep(askEvery, undefined, { signal: interrupted }).catch(() => undefined);
      }
      for (const line of countMessages(found.before, 'cli.taken.finished')) reporter.line(line);
      if (interrupted.aborted && onTheirWay > 0) reporter.line(msg('studio.offersLeft', { count: onTheirWay }));
    },
    reportedCounts: () => ends,
    get left() {
      return onTheirWay + open.size;
    },
  };
}

/** What holds a service up, once. */
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

/** None while the database is away: it is asked again. */
async function jobsNow({ overview }: Studio, ids: readonly number[]): Promise<SharedJobView[]> {
  if (ids.length === 0) return [];
  return overview.jobs(ids).catch(() => []);
}

function isAtRest({ state }: Pick<SharedJobView, 'state'>): boolean {
  return state !== 'queued' && state !== 'taken';
}

export function resolveSharedPath({ share, path }: { readonly share: string; readonly path: string }): string {
  return `${share}:${path}`;
}

function finishedOf(job: SharedJobView): FinishedLine & { readonly station: string | null } {
  const { error, ms, station } = job;
  return {
    file: resolveSharedPath(job),
    state: job.state === 'queued' || job.state === 'taken' ? 'queued' : job.state,
    results: job.results.map(resolveSharedPath),
    ms,
    station,
    ...(error ? { error: { code: error.code, message: formatMessage(error.message, 'terminal') } } : {}),
  };
}
