/** Claims the next job by priority, position and id. */
import { randomUUID } from 'node:crypto';
import type { QueueContext } from '../../store-context.ts';
import { IndexDisagrees } from '../../store-errors.ts';
import { unpricedOperation } from '../charge-sql.ts';
import { isOpen } from '../hold-sql.ts';
import { isLocalSql } from '../job-ownership.ts';
import { type Job, type JobRow, toJob } from '../job-rows.ts';
import type { jobTransition } from './job-transition.ts';

const isClaimable = `state = 'queued' AND held = 0 AND follows IS NULL AND ${isLocalSql('jobs')}`;
const isOfProfile = `${isClaimable} AND profile_id = @profileId`;
const canStart = `${isOpen} AND run_after <= @now AND ${unpricedOperation('jobs')} IS NULL`;
const inOrder = 'ORDER BY priority DESC, position, id LIMIT 1';

/** Used if no batch is held. A test checks its query plan. */
export const nextJobSql = `SELECT * FROM jobs INDEXED BY jobs_to_claim
  WHERE ${isOfProfile} AND ${canStart} ${inOrder}`;

/** Used if a batch is held. Skips from batch to batch in the index. */
const nextJobOfBatchesSql = `WITH RECURSIVE found (id) AS (
    SELECT min(batch_id) FROM jobs INDEXED BY jobs_to_claim_by_batch WHERE ${isOfProfile}
    UNION ALL
    SELECT (SELECT min(batch_id) FROM jobs INDEXED BY jobs_to_claim_by_batch WHERE ${isOfProfile} AND batch_id > found.id)
    FROM found WHERE found.id IS NOT NULL)
  SELECT * FROM jobs WHERE id IN (
    SELECT (SELECT id FROM jobs INDEXED BY jobs_to_claim_by_batch
      WHERE ${isOfProfile} AND batch_id = found.id AND ${canStart} ${inOrder})
    FROM found WHERE found.id IS NOT NULL AND found.id NOT IN (SELECT id FROM batches WHERE held = 1))
  ${inOrder}`;

/** Skips from profile to profile in the index. */
const queuedProfilesSql = `WITH RECURSIVE found (id) AS (
    SELECT min(profile_id) FROM jobs INDEXED BY jobs_to_claim
      WHERE ${isClaimable}
    UNION ALL
    SELECT (SELECT min(profile_id) FROM jobs INDEXED BY jobs_to_claim
            WHERE ${isClaimable} AND profile_id > found.id)
    FROM found WHERE found.id IS NOT NULL)
  SELECT id FROM found WHERE id IS NOT NULL`;

const nextDueSql = `SELECT min(run_after) FROM jobs INDEXED BY jobs_due
  WHERE state = 'queued' AND held = 0 AND follows IS NULL AND run_after > 0 AND run_after > ?`;

export function jobClaims({ db, now, lightly }: QueueContext, transition: ReturnType<typeof jobTransition>) {
  type ClaimParams = [{ profileId: string; now: number; closed: string }];
  const next = db.prepare<ClaimParams, JobRow>(nextJobSql);
  const nextOfBatches = db.prepare<ClaimParams, JobRow>(nextJobOfBatchesSql);
  const anyHeld = db.prepare<[], number>('SELECT 1 FROM batches WHERE held = 1 LIMIT 1').pluck();
  // Queried first: as a condition, it would read all queued jobs during a pause.
  const paused = db.prepare<[], number>(`SELECT 1 FROM settings WHERE name = 'paused' AND value = 'true'`).pluck();
  const queuedProfiles = db.prepare<[], string>(queuedProfilesSql).pluck();
  const nextDue = db.prepare<[number], number | null>(nextDueSql).pluck();

  const nextOf = (profileId: string, closed: readonly string[]): JobRow | undefined => {
    const find = anyHeld.get() === undefined ? next : nextOfBatches;
    return find.get({ profileId, now: now(), closed: JSON.stringify(closed) });
  };
  const claimNext = db.transaction((profileId: string, closed: readonly string[], count: number): Job[] => {
    if (paused.get() !== undefined) return [];
    const claimed: Job[] = [];
    while (claimed.length < count) {
      const row = nextOf(profileId, closed);
      if (!row) break;
      // A damaged index may return a sent job.
      if (row.state !== 'queued') throw new IndexDisagrees(row.id);
      const details = { attempts: row.attempts + 1, error: null };
      claimed.push(transition(toJob(row), 'preparing', randomUUID(), details));
    }
    return claimed;
  });

  const claimUpTo = (count: number, profileId: string, closed: readonly string[] = []): Job[] =>
    lightly(() => claimNext.immediate(profileId, closed, count));

  return {
    /**
     * Claims up to `count` jobs that are due, in one transaction, and counts their attempts. None while the queue is
     * paused. The caller checks capacity.
     * @param closed unavailable output folders
     */
    claimUpTo,
    claim: (profileId: string, closed?: readonly string[]): Job | null => claimUpTo(1, profileId, closed)[0] ?? null,
    /** Returns the next job, even if the queue is paused. */
    next(profileId: string, closed: readonly string[] = []): Job | null {
      const row = nextOf(profileId, closed);
      return row ? toJob(row) : null;
    },
    /** Includes jobs that are not due or whose batch is held. */
    profilesWithWork: (): string[] => queuedProfiles.all(),
    /** Returns the next end of a backoff, ms since 1970. */
    nextDue: (): number | null => nextDue.get(now()) ?? null,
  };
}
