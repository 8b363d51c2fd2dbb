/** Runs the queue to its end, or shows how another process does, then says how it went. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AddReport } from '../../preload/contract/channels.ts';
import type { Undecided } from '../../preload/contract/job.ts';
import type { Reporter } from './report.ts';
import type { ExitCode, Session } from './session.ts';

/** What another process does reaches this one's reports within this time, in ms. */
const foreignEvery = 500;

/** @param refused what this command could not take in: named at the end, since it is easily overlooked before */
export async function runToEnd(session: Session, reporter: Reporter, refused: AddReport['refused']): Promise<ExitCode> {
  const { app, store, interrupted } = session;
  const holder = app.otherHolder();
  if (holder) reporter.line(`The queue is run by ${holder.what} (process ${holder.pid}); this command waits for it.`);
  const foreign = setInterval(() => store.lookForForeignChanges(), foreignEvery);
  const ended = new Promise<string | null>((resolve) => {
    interrupted.addEventListener('abort', () => resolve('Stopped. The rest goes on when you run it again.'), {
      once: true,
    });
    if (holder) {
      const look = () => {
        if (!app.otherHolder()) void app.drained().then((end) => resolve(end.finished ? null : end.because));
        else if (store.views.throughput().total === 0) resolve(null);
        else setTimeout(look, foreignEvery);
      };
      look();
    } else void app.drained().then((end) => resolve(end.finished ? null : end.because));
  });
  const because = await ended;
  clearInterval(foreign);
  // What another process did last is told as well, before the database is closed.
  store.lookForForeignChanges();
  await nextTurn();
  const undecided = store.views.undecided();
  await session.close();
  reporter.stop();
  const { done, failed, uncertain, cancelled } = reporter.told;
  for (const { path, message } of refused) reporter.line(`${path}: ${message}`);
  reporter.line(
    [
      `${done} done`,
      `${failed} failed`,
      ...(uncertain ? [`${uncertain} uncertain`] : []),
      ...(cancelled ? [`${cancelled} cancelled`] : []),
    ].join(', '),
  );
  for (const line of undecidedLines(undecided)) reporter.line(line);
  if (because) reporter.line(because);
  return failed + uncertain + refused.length + undecided.length > 0 || because !== null ? 1 : 0;
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
