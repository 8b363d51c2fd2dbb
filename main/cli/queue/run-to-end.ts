/** Runs the queue to its end, or follows the process that runs it, and prints the outcome. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AddReport } from '../../../contract/app/action-reports.ts';
import { finalStates, type UncertainGroup } from '../../../contract/jobs/job.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { type Store, skipOnTrouble } from '../../store/index.ts';
import { type ExitCode, exitCodeFor } from '../exit-codes.ts';
import { countMessages, joinMessagesWithCommas } from '../output/message-parts.ts';
import { uncertainMessages } from '../output/uncertain-jobs.ts';
import type { Session } from '../session/command-session.ts';
import type { EndCounts } from './finished-line.ts';
import { createStopNotice, followQueue, followQueueStatus, waitForAbort, waitForStandstill } from './follow-queue.ts';
import type { Reporter } from './run-report.ts';
import type { SharedRun } from './shared-run.ts';
import { reasonMessages } from './standstill-reasons.ts';

/** The photographs that a command answers for with its exit code. */
export interface OwnJobs {
  /** Added and resumed jobs; null = the whole queue. */
  readonly jobs: ReadonlySet<number> | null;
  /** Its photographs that a studio processes. */
  readonly shared?: SharedRun | null;
  /** Paths that could not be added. They are listed at the end, because earlier lines are easily overlooked. */
  readonly refused: AddReport['refused'];
  /** Number of its photographs that the user gave up earlier, and so will not be done. */
  readonly givenUp: number;
  /** Called once all work has ended, before the database is closed. */
  readonly onEnd?: () => void;
}

export async function runToEnd(session: Session, reporter: Reporter, own: OwnJobs): Promise<ExitCode> {
  const { store, interrupted } = session;
  const stopFollowing = followQueue(session, reporter);
  const isFinished = () => (own.jobs === null ? store.views.throughput().total : countOpen(store, own.jobs).own) === 0;
  const standstill = await Promise.race([
    waitForAbort(interrupted).then(() => null),
    waitForStandstill(session, reporter, own.jobs, isFinished),
  ])
    // Always, because a closed database must not be read.
    .finally(stopFollowing);
  // Report the last changes of another process before the database is closed.
  store.readForeignChanges();
  await nextTurn();
  const reasons = standstill === null ? [msg('cli.end.stoppedRun')] : reasonMessages(standstill, session);
  let rest = readRest(store, reporter, own);
  const onEnd = skipOnTrouble(() => {
    // Requests in progress may have ended since.
    rest = readRest(store, reporter, own);
    own.onEnd?.();
  });
  await session.close(createStopNotice(reporter), onEnd);
  reporter.stop();
  return printOutcome(reporter, own, rest, reasons, interrupted.aborted);
}

interface Rest {
  readonly uncertain: readonly UncertainGroup[];
  /** Number of uncertain jobs of other commands. */
  readonly uncertainOfOthers: number;
  readonly open: OpenCounts;
}

function readRest(store: Store, reporter: Reporter, { jobs }: OwnJobs): Rest {
  reporter.update();
  const uncertain = store.views.undecided(jobs);
  const uncertainOfOthers = store.views.counts().uncertain - sum(uncertain.map(({ count }) => count));
  return { uncertain, uncertainOfOthers, open: countOpen(store, jobs) };
}

function printOutcome(
  reporter: Reporter,
  own: OwnJobs,
  rest: Rest,
  reasons: readonly MessageDescriptor[],
  isStopped: boolean,
): ExitCode {
  const local = reporter.reportedCounts();
  const totals = own.shared ? addCounts(local, own.shared.reportedCounts()) : local;
  const open = unfinishedCount(rest.open, local, own);
  const openOfOthers = isStopped ? 0 : rest.open.all - rest.open.own;
  const lines = [
    ...own.refused.map(({ path, message }) => msg('cli.refused', { path, message })),
    summaryText(totals),
    ...uncertainMessages(rest.uncertain),
    ...remainingMessages({ open, ofOthers: openOfOthers }, reasons.length > 0),
    ...othersMessages(reporter.reportedOtherCounts(), rest.uncertainOfOthers),
    ...reasons,
  ];
  for (const line of lines) reporter.line(line);
  const failed = totals.failed + totals.uncertain + (own.jobs === null ? 0 : totals.cancelled);
  const isComplete = failed + open + own.refused.length + own.givenUp + rest.uncertain.length === 0;
  return exitCodeFor(isComplete && !isStopped);
}

/** Watches folders until Ctrl-C, and reports standstills; they end when the user has solved the problem. */
export async function watchUntilStopped(session: Session, reporter: Reporter): Promise<ExitCode> {
  const { store, interrupted } = session;
  const stopFollowing = followQueueStatus(session, reporter);
  await waitForAbort(interrupted);
  stopFollowing();
  const open = countOpen(store, null).all;
  await session.close(createStopNotice(reporter));
  reporter.stop();
  for (const line of remainingMessages({ open, ofOthers: 0 }, false)) reporter.line(line);
  const { failed, uncertain } = reporter.reportedCounts();
  return exitCodeFor(failed + uncertain + open === 0);
}

/** Summarizes final photographs. Counts of 0 are left out, except the two that every reader looks for. */
export function summaryText({ done, failed, leftOut, uncertain, cancelled }: EndCounts): string {
  return joinMessagesWithCommas([
    msg('cli.count.done', { count: done }),
    msg('cli.count.failed', { count: failed }),
    ...countMessages(leftOut, 'cli.count.leftOut'),
    ...countMessages(uncertain, 'cli.count.uncertain'),
    ...countMessages(cancelled, 'cli.count.cancelled'),
  ]);
}

/** Describes jobs of other commands: those this process finished, and those that need a decision. */
export function othersMessages(reported: EndCounts, uncertain: number): MessageDescriptor[] {
  const count = sum(Object.values(reported));
  return [
    ...(count === 0 ? [] : [msg('cli.end.ranOthers', { count, told: summaryText(reported) })]),
    ...countMessages(uncertain, 'cli.end.othersUndecided'),
  ];
}

interface RemainingCounts {
  /** Jobs of the command that are not final. */
  readonly open: number;
  readonly ofOthers: number;
}

/** @param hasReasons whether reasons follow; then running the command again may not help */
export function remainingMessages({ open, ofOthers }: RemainingCounts, hasReasons: boolean): MessageDescriptor[] {
  return [
    ...countMessages(open, hasReasons ? 'cli.end.kept' : 'cli.end.again'),
    ...countMessages(ofOthers, 'cli.end.others'),
  ];
}

/** Numbers of unfinished jobs. */
interface OpenCounts {
  readonly own: number;
  readonly all: number;
}

function countOpen({ views }: Pick<Store, 'views'>, own: OwnJobs['jobs']): OpenCounts {
  const counts = views.counts();
  const all = sum(Object.values(counts)) - sum(finalStates.map((state) => counts[state]));
  return { own: own === null ? all : own.size - views.atRest(own).length, all };
}

/** Counts unreported jobs, so that all numbers add up to the added photographs. */
function unfinishedCount(open: OpenCounts, reported: EndCounts, { jobs, shared }: OwnJobs): number {
  const local = jobs === null ? open.own : jobs.size - sum(Object.values(reported));
  return local + (shared?.left ?? 0);
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

function addCounts(a: EndCounts, b: EndCounts): EndCounts {
  const keys = Object.keys(a) as (keyof EndCounts)[];
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as EndCounts;
}
