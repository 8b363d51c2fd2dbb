/**
 * After the list of jobs was lost in part, nobody knows of a photograph that is added again whether it was sent before. At a
 * service that charges, it waits for the user's decision.
 */
import type { JobError } from '../../../contract/jobs/job.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { StoreContext } from '../store-context.ts';
import { canChargeSql } from './charge-sql.ts';

/** What became of this photograph is not known, since the database was damaged. */
export const unknownFateError: JobError = {
  kind: 'uncertain',
  code: 'DATABASE_DAMAGED',
  message: msg('store.unknownFate'),
  advice: 'decide',
  requestId: null,
  logId: null,
};

/** True for the text of that error, in the words of an earlier version too. */
export function isUnknownFate(error: unknown): boolean {
  if (typeof error !== 'string') return false;
  return (JSON.parse(error) as JobError).code === unknownFateError.code;
}

/** Afterwards (ms) a photograph that was lost has been missed, and what is added is taken to be new. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000;

/** @param lostAt ms since 1970 */
export function recordDataLoss(db: StoreContext['db'], lostAt: number): void {
  db.prepare('INSERT OR IGNORE INTO losses (at) VALUES (?)').run(lostAt);
}

export function dataLosses({ db, now }: Pick<StoreContext, 'db' | 'now'>) {
  const newest = db.prepare<[number], number | null>('SELECT max(at) FROM losses WHERE at > ?').pluck();
  const ask = db.prepare(
    `UPDATE jobs SET state = 'uncertain', error = @error, finished_at = @now
     WHERE id = @id AND state = 'queued' AND follows IS NULL AND ${canChargeSql}`,
  );
  return {
    /**
     * Has the user decide about a new job whose photograph may be one of those that were lost.
     * @param changedAt when the file was last changed (ms since 1970); null where nobody knows
     * @returns true where it waits for that now
     */
    askAbout(id: number, changedAt: number | null): boolean {
      const lostAt = newest.get(now() - rememberedMs) ?? null;
      if (lostAt === null || (changedAt !== null && changedAt > lostAt)) return false;
      return ask.run({ id, error: JSON.stringify(unknownFateError), now: now() }).changes === 1;
    },
  };
}
