/** Counts open jobs by the reason they wait for, to detect a standstill. */
import type { Message } from '../../../../contract/messages/message.ts';
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import type { StoreContext } from '../../store-context.ts';
import { parseMessage } from '../../stored-messages.ts';
import { unpricedOperation } from '../charge-sql.ts';
import { isHeld, isHeldForCost, isHeldForTrial } from '../hold-sql.ts';
import { openLocalJobsSql } from '../job-ownership.ts';
import { analyses, stateList } from '../job-rows.ts';

/** More failures (some minutes) mean a lasting problem. */
const stuckAfter = 8;

/** Followers wait for the same as their leader. */
export interface PendingWork {
  readonly profileId: string;
  /** `work`: in progress; `cost`: approval; `trial`: a look at the trial; `price`: one that is unknown; `stuck`: result unavailable for long. */
  readonly needs: 'work' | 'held' | 'cost' | 'trial' | 'price' | 'upload' | 'query' | 'download' | 'placing' | 'stuck';
  /** Null if no folder is needed. */
  readonly folder: string | null;
  /** Whose price is unknown. */
  readonly operation: OperationId | null;
  readonly count: number;
  /** Reason of the last failure. */
  readonly message: Message | null;
}

const pendingSql = `WITH open AS (
    SELECT coalesce(leader.profile_id, jobs.profile_id) AS profileId, json_extract(leader.error, '$.message') AS message,
      CASE
        WHEN jobs.state = 'queued' AND ${isHeldForCost('jobs')} THEN 'cost'
        WHEN jobs.state = 'queued' AND ${isHeldForTrial('jobs')} THEN 'trial'
        WHEN jobs.state = 'queued' AND ${isHeld('jobs')} THEN 'held'
        WHEN leader.lease IS NOT NULL OR leader.state IN ('preparing', 'submitting') THEN 'work'
        WHEN leader.state = 'queued' AND NOT ${isHeld('leader')} AND ${unpricedOperation('leader')} IS NOT NULL THEN 'price'
        WHEN leader.state = 'queued' THEN iif(${isHeld('leader')}, 'held', 'upload')
        WHEN coalesce(json_extract(leader.failures, '$.' || leader.state), 0) >= ${stuckAfter} THEN 'stuck'
        -- The task cannot be read. If the service does not know the task, the job ends without the user.
        WHEN leader.state = 'waiting' AND json_extract(leader.error, '$.kind') <> 'expired' THEN 'stuck'
        WHEN leader.state = 'waiting' THEN 'query'
        WHEN leader.state = 'fetching' THEN 'download'
        WHEN leader.state = 'placing' THEN 'placing'
        -- The leader is final, so the follower is next.
        ELSE 'work'
      END AS needs,
      CASE leader.state WHEN 'queued' THEN ${unpricedOperation('leader')} END AS operation,
      iif(leader.state IN ('queued', 'placing') AND leader.lease IS NULL
        AND leader.operation NOT IN (${stateList(analyses)}), leader.output_folder, NULL) AS folder
    FROM (SELECT * FROM ${openLocalJobsSql}) jobs
      JOIN jobs AS leader ON leader.id = iif(jobs.state = 'queued', coalesce(jobs.follows, jobs.id), jobs.id)
    WHERE TRUE
      AND (@ids IS NULL OR jobs.id IN (SELECT value FROM json_each(@ids))))
  SELECT profileId, needs, folder, operation, count(*) AS count, max(message) AS message FROM open
  GROUP BY profileId, needs, folder, operation ORDER BY profileId, needs, folder`;

export function pendingWork({ db }: StoreContext) {
  const groups = db.prepare<[{ ids: string | null }], PendingWork & { message: string | null }>(pendingSql);
  /** @param ids only these jobs; null = all */
  return (ids: Iterable<number> | null): PendingWork[] =>
    groups
      .all({ ids: ids && JSON.stringify([...ids]) })
      .map((work) => ({ ...work, message: parseMessage(work.message) }));
}
