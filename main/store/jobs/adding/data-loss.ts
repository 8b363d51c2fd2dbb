/**
 * Protection against double payment after a data loss: if jobs were lost, a photograph that is added may have been sent
 * before. At a service that charges, it waits for the user's decision.
 */
import type { JobError } from '../../../../contract/jobs/job.ts';
import { msg } from '../../../../contract/messages/message.ts';
import type { StoreContext } from '../../store-context.ts';
import { canChargeSql } from '../charge-sql.ts';

/** The error of a photograph whose earlier job may have been lost with a damaged database. */
export const unknownFateError: JobError = {
  kind: 'uncertain',
  code: 'DATABASE_DAMAGED',
  message: msg('store.unknownFate'),
  advice: 'decide',
  requestId: null,
  logId: null,
};

/** Whether a stored error is `unknownFateError`, even if its message is from an earlier version. */
export function isUnknownFate(error: unknown): boolean {
  if (typeof error !== 'string') return false;
  return (JSON.parse(error) as JobError).code === unknownFateError.code;
}

/** After this time, assume that lost photographs have been noticed and that added ones are new. */
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
     * Leaves a new job to the user's decision if its photograph may be a lost one; returns whether it did.
     * @param changedAt modification time of the file (ms since 1970), or null if unknown
     */
    askAbout(id: number, changedAt: number | null): boolean {
      const lostAt = newest.get(now() - rememberedMs) ?? null;
      if (lostAt === null || (changedAt !== null && changedAt > lostAt)) return false;
      return ask.run({ id, error: JSON.stringify(unknownFateError), now: now() }).changes === 1;
    },
  };
}
