/** Runs the queue to its end, or shows how another process does, then says how it went. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AddReport } from '../../contract/app/action-reports.ts';
import { finalStates } from '../../contract/jobs/job.ts';
import { joinMessages, type MessageDescriptor, msg, toLogText } from '../../contract/messages/message.ts';
import { holderMessage } from '../ipc/status/profile-status.ts';
import { type Store, skipOnTrouble } from '../store/index.ts';
import type { ExitCode, Session } from './command-session.ts';
import { countMessages, joinMessagesWithCommas } from './count-messages.ts';
import { bestEffort, ignoreBusy, reportOutages } from './outage-reporter.ts';
import type { ReportedCounts, Reporter } from './run-report.ts';
import { canResolveWithoutUser, reasonMessages, type Standstill, watchStandstill } from './standstill-reasons.ts';
import type { SharedRun } from './studio-run.ts';
import { uncertainMessages } from './uncertain-jobs.ts';

/** What another process does reaches this one's reports within this time, in ms. */
const foreignEvery = 500;

/** What a command answers for with its exit code. */
export interface OwnJobs {
  /** The jobs it made or goes on with; null = all of the queue. */
  readonly jobs: ReadonlySet<number> | null;
  /** What a studio does of it. */
  readonly shared?: SharedRun | null;
  /** What it could not take in: named at the end, since it is easily overlooked before. */
  readonly refused: AddReport['refused'];
  /** How many of its photographs were given up before: nothing becomes of them, so not all is done. */
  readonly givenUp: number;
  /** Called once nothing is done any more, before the database is closed. */
  readonly lastReport?: () => void;
}

export async function runToEnd(session: Session, reporter: Reporter, own: OwnJobs): Promise<ExitCode> {
  const { store, interrupted } = session;
  const silence = followQueue(session, reporter);
  const standstill = await Promise.race([
    waitForAbort(interrupted).then(() => null),
    nothingLeft(session, reporter, own.jobs),
  ])
    // Whatever happens, nobody asks a store that is closed.
    .finally(silence);
  // What another process did last is told as well, before the database is closed.
  store.readForeignChanges();
  await nextTurn();
  const because = standstill === null ? [msg('cli.end.stoppedRun')] : reasonMessages(standstill, session);
  const update = () => {
    reporter.update();
    const undecided = store.views.undecided(own.jobs);
    const ofOthers = store.views.counts().uncertain - sum(undecided.map(({ count }) => count));
    return { undecided, undecidedOfOthers: ofOthers, open: openOf(store, own.jobs) };
  };
  let last = update();
  // What was under way comes to its end meanwhile, or does not.
  const lastReport = skipOnTrouble(() => {
    last = update();
    own.lastReport?.();
  });
  await session.close(createStopNotice(reporter), lastReport);
  reporter.stop();
  const { undecided } = last;
  const alone = reporter.reportedCounts();
  const totals = own.shared ? sumOf(alone, own.shared.reportedCounts()) : alone;
  const left = leftOf(last.open, alone, own.jobs, own.shared?.left ?? 0);
  for (const { path, message } of own.refused) reporter.line(msg('cli.refused', { path, message }));
  reporter.line(summaryText(totals));
  for (const line of uncertainMessages(undecided)) reporter.line(line);
  for (const line of remainingMessages(interrupted.aborted ? { ...left, ofOthers: 0 } : left, because.length > 0))
    reporter.line(line);
  for (const line of othersMessages(reporter.reportedOtherCounts(), last.undecidedOfOthers)) reporter.line(line);
  for (const line of because) reporter.line(line);
  const failed = totals.failed + totals.uncertain + (own.jobs === null ? 0 : totals.cancelled);
  const isWell = failed + left.open + own.refused.length + own.givenUp + undecided.length === 0 && !interrupted.aborted;
  return isWell ? 0 : 1;
}

/** Says who runs the queue, what others do to it, and which services are waited for. Returns what ends it. */
export function followQueue(session: Session, reporter: Reporter): () => void {
  const { app, store } = session;
  const holder = app.otherHolder();
  if (holder) reporter.line(joinMessages(holderMessage(holder), msg('cli.waits.forOther')));
  const foreign = setInterval(() => bestEffort(() => store.readForeignChanges()), foreignEvery);
  const silence = reportOutages(session, reporter);
  return () => {
    clearInterval(foreign);
    silence();
  };
}

/** The last word on the photographs that came to rest: what did not occur goes unsaid, but for what everybody looks for. */
export function summaryText({ done, failed, leftOut, uncertain, cancelled }: ReportedCounts): string {
  return joinMessagesWithCommas([
    msg('cli.count.done', { count: done }),
    msg('cli.count.failed', { count: failed }),
    ...countMessages(leftOut, 'cli.count.leftOut'),
    ...countMessages(uncertain, 'cli.count.uncertain'),
    ...countMessages(cancelled, 'cli.count.cancelled'),
  ]);
}

/** What this process did for others, and what of theirs waits for the user, is none of the command's own, and told apart. */
export function othersMessages(reported: ReportedCounts, undecided: number): MessageDescriptor[] {
  const count = sum(Object.values(reported));
  return [
    ...(count === 0 ? [] : [msg('cli.end.ranOthers', { count, told: summaryText(reported) })]),
    ...countMessages(undecided, 'cli.end.othersUndecided'),
  ];
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** Resolves once `signal` has fired, also where it had before. */
export function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Says at once why Ctrl-C does not end the program at once. */
export function createStopNotice(reporter: Pick<Reporter, 'line'>): (ms: number) => void {
  return (ms) => reporter.line(msg('cli.end.stopping', { wait: { ms } }));
}

/** Resolves without reasons when all came to its end, and otherwise once nothing goes on without the user. */
function nothingLeft(session: Session, reporter: Reporter, own: OwnJobs['jobs']): Promise<Standstill> {
  const { app, store, interrupted } = session;
  const findStandstill = watchStandstill(session, own);
  const reported = new Set<string>();
  const isOver = () => (own === null ? store.views.throughput().total : openOf(store, own).own) === 0;
  const update = (): Standstill | null => {
    if (isOver()) return { reasons: [], holder: null };
    const standstill = findStandstill();
    if (standstill === null || !canResolveWithoutUser(standstill, session)) return standstill;
    printOnce(reported, reasonMessages(standstill, session), reporter);
    return null;
  };
  return new Promise((resolve, reject) => {
    const checkStanding = () => {
      if (interrupted.aborted) return;
      try {
        if (!app.otherHolder()) {
          void app.drained().then((end) => resolve({ reasons: end.finished ? [] : end.reasons, holder: null }));
          return;
        }
        const standstill = ignoreBusy(update) ?? null;
        if (standstill === null) setTimeout(checkStanding, foreignEvery);
        else resolve(standstill);
      } catch (fault) {
        reject(fault);
      }
    };
    checkStanding();
  });
}

function printOnce(reported: Set<string>, lines: readonly MessageDescriptor[], reporter: Pick<Reporter, 'line'>): void {
  for (const line of lines.filter((each) => !reported.has(toLogText(each)))) {
    reported.add(toLogText(line));
    reporter.line(line);
  }
}

/** As `followQueue`, and says what stands still. Returns what ends it. */
export function followQueueStatus(session: Session, reporter: Reporter): () => void {
  const findStandstill = watchStandstill(session, null);
  const reported = new Set<string>();
  const silence = followQueue(session, reporter);
  const update = () => {
    const standstill = findStandstill();
    if (standstill === null) reported.clear();
    else printOnce(reported, reasonMessages(standstill, session), reporter);
  };
  const timer = setInterval(() => bestEffort(update), foreignEvery);
  return () => {
    clearInterval(timer);
    silence();
  };
}

/** Until Ctrl-C. What stands still is said, and goes on once somebody has done something about it. */
export async function watchUntilStopped(session: Session, reporter: Reporter): Promise<ExitCode> {
  const { store, interrupted } = session;
  const silence = followQueueStatus(session, reporter);
  await waitForAbort(interrupted);
  silence();
  const open = openOf(store, null);
  await session.close(createStopNotice(reporter));
  reporter.stop();
  for (const line of remainingMessages({ open: open.all, ofOthers: 0 }, false)) reporter.line(line);
  const { failed, uncertain } = reporter.reportedCounts();
  return failed + uncertain + open.all > 0 ? 1 : 0;
}

interface Left {
  /** Own jobs that are not at rest. */
  readonly open: number;
  /** Jobs of others that are not at rest. */
  readonly ofOthers: number;
}

/** Jobs that are not at rest: own ones, and all. */
function openOf({ views }: Pick<Store, 'views'>, own: OwnJobs['jobs']): { readonly own: number; readonly all: number } {
  const counts = views.counts();
  const all = sum(Object.values(counts)) - sum(finalStates.map((state) => counts[state]));
  return { own: own === null ? all : own.size - views.atRest(own).length, all };
}

function sumOf(a: ReportedCounts, b: ReportedCounts): ReportedCounts {
  const keys = Object.keys(a) as (keyof ReportedCounts)[];
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as ReportedCounts;
}

/** Own jobs are told of, or left: so the numbers add up to what was taken in. */
function leftOf(open: ReturnType<typeof openOf>, reported: ReportedCounts, own: OwnJobs['jobs'], shared: number): Left {
  const count = own === null ? open.own : own.size - sum(Object.values(reported));
  return { open: count + shared, ofOthers: open.all - open.own };
}

/** Nothing that is left is left without a word. `hasReasons`: reasons are named after it, and running it again may not be what helps. */
export function remainingMessages({ open, ofOthers }: Left, hasReasons: boolean): MessageDescriptor[] {
  return [
    ...countMessages(open, hasReasons ? 'cli.end.kept' : 'cli.end.again'),
    ...countMessages(ofOthers, 'cli.end.others'),
  ];
}
