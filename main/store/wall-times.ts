/** Corrects stored times after the clock was set, so that backoffs and retention periods keep their length. */
import { taskLifetimeMs } from '../../contract/services/task-limits.ts';
import type { StoreContext } from './store-context.ts';

/** A service can request an hour. */
const maxBackoffMs = 60 * 60 * 1000;

export function wallTimes({ db, now }: StoreContext) {
  const shiftBackoffs = db.prepare(
    'UPDATE jobs SET run_after = max(1, run_after + @by), put_off_at = put_off_at + @by WHERE run_after > 0',
  );
  const shiftSent = db.prepare('UPDATE step_runs SET submitted_at = submitted_at + @by WHERE submitted_at > @since');
  const shiftRemoved = db.prepare('UPDATE jobs SET removed_at = removed_at + @by WHERE removed_at > @since');
  const restartFutureBackoffs = db.prepare(
    `UPDATE jobs SET run_after = @now + run_after - put_off_at, put_off_at = @now
     WHERE run_after > 0 AND put_off_at > @now`,
  );
  const limitBackoffs = db.prepare(
    `UPDATE jobs SET run_after = @now + ${maxBackoffMs} WHERE run_after > @now + ${maxBackoffMs}`,
  );
  const limitSent = db.prepare('UPDATE step_runs SET submitted_at = @now WHERE submitted_at > @now');
  const limitRemoved = db.prepare('UPDATE jobs SET removed_at = @now WHERE removed_at > @now');

  const correct = db.transaction(() => {
    const params = { now: now() };
    for (const statement of [restartFutureBackoffs, limitBackoffs, limitSent, limitRemoved]) statement.run(params);
  });

  return {
    /** @param shiftMs change of the clock while this process was running; negative: back */
    clockWasSet: db.transaction((shiftMs: number): void => {
      shiftBackoffs.run({ by: shiftMs });
      if (shiftMs > 0) {
        const cutoff = now() - shiftMs - 2 * taskLifetimeMs;
        shiftSent.run({ by: shiftMs, since: cutoff });
        shiftRemoved.run({ by: shiftMs, since: cutoff });
      }
      correct();
    }),
    /** Corrects times in the future, because the clock may have been set before this start. */
    correct: (): void => correct(),
  };
}
