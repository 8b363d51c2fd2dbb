/** Follows the queue while a command waits, also if another process runs it. */
import { joinMessages, type MessageDescriptor, msg, toLogText } from '../../../contract/messages/message.ts';
import { holderMessage } from '../../ipc/status/profile-status.ts';
import type { Session } from '../session/command-session.ts';
import { ignoreDatabaseErrors, ignoreLock, reportOutages } from './outage-reporter.ts';
import type { Reporter } from './run-report.ts';
import { canResolveWithoutUser, reasonMessages, type Standstill, watchStandstill } from './standstill-reasons.ts';

/** Interval between two reads of other processes' changes. */
const pollIntervalMs = 500;

/** Reports the queue owner, changes by other processes, and outages. Returns a function that stops it. */
export function followQueue(session: Session, reporter: Reporter): () => void {
  const { app, store } = session;
  const holder = app.otherHolder();
  if (holder) reporter.line(joinMessages(holderMessage(holder), msg('cli.waits.forOther')));
  const timer = setInterval(() => ignoreDatabaseErrors(() => store.readForeignChanges()), pollIntervalMs);
  const stopOutages = reportOutages(session, reporter);
  return () => {
    clearInterval(timer);
    stopOutages();
  };
}

/** Follows the queue, and reports each standstill of all jobs once. Returns a function that stops it. */
export function followQueueStatus(session: Session, reporter: Reporter): () => void {
  const findStandstill = watchStandstill(session, null);
  const reported = new Set<string>();
  const stopFollowing = followQueue(session, reporter);
  const poll = () => {
    const standstill = findStandstill();
    if (standstill === null) reported.clear();
    else printOnce(reported, reasonMessages(standstill, session), reporter);
  };
  const timer = setInterval(() => ignoreDatabaseErrors(poll), pollIntervalMs);
  return () => {
    clearInterval(timer);
    stopFollowing();
  };
}

/**
 * Resolves when no job of the command (null = all) can move without the user, with the reasons; without reasons if all
 * are finished. After a stop signal it does not resolve.
 */
export function waitForStandstill(
  session: Session,
  reporter: Pick<Reporter, 'line'>,
  jobs: ReadonlySet<number> | null,
  isFinished: () => boolean,
): Promise<Standstill> {
  const { app, interrupted } = session;
  const findStandstill = watchStandstill(session, jobs);
  const reported = new Set<string>();
  const check = (): Standstill | null => {
    if (isFinished()) return { reasons: [], holder: null };
    const standstill = findStandstill();
    if (standstill === null || !canResolveWithoutUser(standstill, session)) return standstill;
    printOnce(reported, reasonMessages(standstill, session), reporter);
    return null;
  };
  return new Promise((resolve, reject) => {
    const poll = () => {
      if (interrupted.aborted) return;
      try {
        if (!app.otherHolder()) {
          void app.drained().then((end) => resolve({ reasons: end.finished ? [] : end.reasons, holder: null }));
          return;
        }
        const standstill = ignoreLock(check) ?? null;
        if (standstill === null) setTimeout(poll, pollIntervalMs);
        else resolve(standstill);
      } catch (error) {
        reject(error);
      }
    };
    poll();
  });
}

function printOnce(reported: Set<string>, lines: readonly MessageDescriptor[], reporter: Pick<Reporter, 'line'>): void {
  for (const line of lines.filter((each) => !reported.has(toLogText(each)))) {
    reported.add(toLogText(line));
    reporter.line(line);
  }
}

/** Resolves once `signal` is aborted, also if it was before. */
export function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Returns a function that explains why Ctrl-C does not end the process at once. @see Session.close */
export function createStopNotice(reporter: Pick<Reporter, 'line'>): (ms: number) => void {
  return (ms) => reporter.line(msg('cli.end.stopping', { wait: { ms } }));
}
