/** Runs the queue to its end, or shows how another process does, then says how it went. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AddReport } from '../../preload/contract/channels.ts';
import { restingStates, type Undecided } from '../../preload/contract/job.ts';
import type { Store } from '../store/index.ts';
import type { Reporter } from './report.ts';
import type { ExitCode, Session } from './session.ts';
import { tellTroubles } from './troubles.ts';

/** What another process does reaches this one's reports within this time, in ms. */
const foreignEvery = 500;

/** What a command answers for with its exit code. */
export interface Own {
  /** The jobs it made or goes on with; null = all of the queue. */
  readonly jobs: ReadonlySet<number> | null;
  /** What it could not take in: named at the end, since it is easily overlooked before. */
  readonly refused: AddReport['refused'];
  /** How many of its photographs were given up before: nothing becomes of them, so not all is done. */
  readonly givenUp: number;
}

export async function runToEnd(session: Session, reporter: Reporter, own: Own): Promise<ExitCode> {
  const { app, store, interrupted } = session;
  const holder = app.otherHolder();
  if (holder) reporter.line(`The queue is run by ${holder.what} (process ${holder.pid}); this command waits for it.`);
  const foreign = setInterval(() => store.lookForForeignChanges(), foreignEvery);
  const silence = tellTroubles(session, reporter);
  const because = await Promise.race([
    whenAborted(interrupted).then(() => 'Stopped. The rest goes on when you run it again.'),
    nothingLeft(session, own.jobs),
  ]);
  clearInterval(foreign);
  silence();
  // What another process did last is told as well, before the database is closed.
  store.lookForForeignChanges();
  await nextTurn();
  const undecided = store.views.undecided();
  const left = leftOf(store, own.jobs);
  await session.close(sayWhatIsAwaited(reporter));
  reporter.stop();
  const told = reporter.told();
  for (const { path, message } of own.refused) reporter.line(`${path}: ${message}`);
  reporter.line(toldInWords(told));
  for (const line of undecidedLines(undecided)) reporter.line(line);
  if (!interrupted.aborted) for (const line of leftLines(left)) reporter.line(line);
  if (because) reporter.line(because);
  const failed = own.jobs === null ? told.failed + told.uncertain : left.failed;
  const isWell = failed + left.open + own.refused.length + own.givenUp + undecided.length === 0 && !interrupted.aborted;
  return isWell ? 0 : 1;
}

/** The last word on the photographs that came to rest: what did not occur goes unsaid, but for what everybody looks for. */
export function toldInWords({ done, failed, leftOut, uncertain, cancelled }: ReturnType<Reporter['told']>): string {
  const say = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`]);
  return [
    `${done} done`,
    `${failed} failed`,
    ...say(leftOut, 'left out'),
    ...say(uncertain, 'uncertain'),
    ...say(cancelled, 'cancelled'),
  ].join(', ');
}

/** Resolves once `signal` has fired, also where it had before. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Says at once why Ctrl-C does not end the program at once. */
export function sayWhatIsAwaited(reporter: Pick<Reporter, 'line'>): (ms: number) => void {
  return (ms) =>
    reporter.line(
      `Stopping: waiting up to ${Math.round(ms / 1000)} s for an answer to what was sent. Ctrl-C again ends at once.`,
    );
}

/** Null when all came to its end, else why the queue does not go on. */
function nothingLeft({ app, store, interrupted }: Session, own: Own['jobs']): Promise<string | null> {
  return new Promise((resolve) => {
    const drained = () => void app.drained().then((end) => resolve(end.finished ? null : end.because));
    const isOver = () => (own === null ? store.views.throughput().total : leftOf(store, own).open) === 0;
    const look = () => {
      if (interrupted.aborted) return;
      if (!app.otherHolder()) drained();
      else if (isOver()) resolve(null);
      else setTimeout(look, foreignEvery);
    };
    look();
  });
}

interface Left {
  /** Own jobs that are not at rest. */
  readonly open: number;
  /** Own jobs that came to rest without being done. */
  readonly failed: number;
  /** Jobs of others that are not at rest. */
  readonly ofOthers: number;
}

function leftOf({ views }: Pick<Store, 'views'>, own: Own['jobs']): Left {
  const counts = views.counts();
  const rest = restingStates.reduce((sum, state) => sum + counts[state], 0);
  const open = Object.values(counts).reduce((sum, count) => sum + count, 0) - rest;
  if (own === null) return { open, failed: counts.failed + counts.uncertain, ofOthers: 0 };
  const states = views.byId(own).map(({ state }) => state);
  const ownOpen = states.filter((state) => !(restingStates as readonly string[]).includes(state)).length;
  const done = states.filter((state) => state === 'done').length;
  return { open: ownOpen, failed: states.length - ownOpen - done, ofOthers: open - ownOpen };
}

/** Nothing that is left is left without a word. */
export function leftLines({ open, ofOthers }: Omit<Left, 'failed'>): string[] {
  const say = (count: number, whose: string, then: string) =>
    count === 0
      ? []
      : [
          `${count === 1 ? 'One photograph' : `${count} photographs`}${whose} ${count === 1 ? 'is' : 'are'} not finished${then}.`,
        ];
  return [...say(open, '', '; run again to go on'), ...say(ofOthers, ' of other commands', ' (burnish status)')];
}

/** What waits for the user, a sentence for each cause, and how to decide. */
export function undecidedLines(undecided: readonly Undecided[]): string[] {
  if (undecided.length === 0) return [];
  return [
    ...undecided.map(({ cause, message, count }) => {
      const which = count === 1 ? 'One photograph needs' : `${count} photographs need`;
      return `${which} your decision (${cause}): ${message}`;
    }),
    'Decide with: burnish decide --all send-again, or give-up (--cause or --job for some of them).',
  ];
}
