/**
 * After a data loss, an added photograph may have been sent before. At a service that charges, it waits for the
 * user's decision.
 */
import type { JobError } from '../../../../contract/jobs/job.ts';
import { msg } from '../../../../contract/messages/message.ts';
import type { StoreContext } from '../../store-context.ts';
import { canChargeSql } from '../charge-sql.ts';

export const unknownFateError: JobError = {
  kind: 'uncertain',
  code: 'DATABASE_DAMAGED',
  message: msg('store.unknownFate'),
  advice: 'decide',
  requestId: null,
  logId: null,
};

/** Compares codes only, because earlier versions worded the message differently. */
export function isUnknownFate(error: unknown): boolean {
  if (typeof error !== 'string') return false;
  return (JSON.parse(error) as JobError).code === unknownFateError.code;
}

/** After this time, added photographs are assumed to be new. */
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
    /** Returns whether the job now waits for a decision. @param changedAt ms since 1970, or null if unknown */
    askAbout(id: number, changedAt: number | null): boolean {
      const lostAt = newest.get(now() - rememberedMs) ?? null;
      if (lostAt === null || (changedAt !== null && changedAt > lostAt)) return false;
      return ask.run({ id, error: JSON.stringify(unknownFateError), now: now() }).changes === 1;
    },
  };
}
