/** Wall times by which something waits or ends: corrected when the clock is set, and after a restart. */
import { taskLifetimeMs } from '../../contract/services/task-limits.ts';
import type { StoreContext } from './store-context.ts';

/** No rule puts a job off for longer than this, in ms (a service may ask for an hour). */
const maxBackoffMs = 60 * 60 * 1000;

export function wallTimes({ db, now }: StoreContext) {
  const movePutOff = db.prepare(
    'UPDATE jobs SET run_after = max(1, run_after + @by), put_off_at = put_off_at + @by WHERE run_after > 0',
  );
  const moveSent = db.prepare('UPDATE step_runs SET submitted_at = submitted_at + @by WHERE submitted_at > @since');
  const moveRemoved = db.prepare('UPDATE jobs SET removed_at = removed_at + @by WHERE removed_at > @since');
  const postponed = db.prepare(
    `UPDATE jobs SET run_after = @now + run_after - put_off_at, put_off_at = @now
     WHERE run_after > 0 AND put_off_at > @now`,
  );
  const bound = db.prepare(
    `UPDATE jobs SET run_after = @now + ${maxBackoffMs} WHERE run_after > @now + ${maxBackoffMs}`,
  );
  const sentByNow = db.prepare('UPDATE step_runs SET submitted_at = @now WHERE submitted_at > @now');
  const removedByNow = db.prepare('UPDATE jobs SET removed_at = @now WHERE removed_at > @now');

  /** Takes what lies in the future, and cannot, for what happened just now: waits start again, and last no longer. */
  const correct = db.transaction(() => {
    const params = { now: now() };
    for (const statement of [postponed, bound, sentByNow, removedByNow]) statement.run(params);
  });

  return {
    /**
     * The wall clock was set by `shiftMs` ms (negative: back) while this process ran. Whoever waits goes on to wait as long as before;
     * what is kept for a day is not over because of it.
     */
    clockWasSet: db.transaction((shiftMs: number): void => {
      movePutOff.run({ by: shiftMs });
      if (shiftMs > 0) {
        const cutoff = now() - shiftMs - 2 * taskLifetimeMs;
        moveSent.run({ by: shiftMs, since: cutoff });
        moveRemoved.run({ by: shiftMs, since: cutoff });
      }
      correct();
    }),
    /** At start: nobody knows what happened to the clock meanwhile. */
    correct: (): void => correct(),
  };
}
