/** What the jobs that are not at rest wait for: counted, for telling whether anything will still happen by itself. */
import type { Message } from '../../../contract/messages/message.ts';
import type { StoreContext } from '../store-context.ts';
import { parseMessage } from '../stored-messages.ts';
import { analyses, openLocalJobsSql, stateList } from './job-rows.ts';
import { isHeld, isHeldForCost, isHeldForTrial } from './leader-selection.ts';

/** A result that could not be fetched or written this often (some minutes) waits for more than a moment's trouble. */
const stuckAfter = 8;

/** Jobs that wait for the same. A follower waits for what the job it follows waits for. */
export interface PendingWork {
  readonly profileId: string;
  /**
   * `work`: somebody is at it; `held`: by itself or with its batch; `cost`: with its batch, which may not cost more; `trial`: until the
   * first ones of its batch were looked at; `stuck`: its result cannot be had, for long; otherwise the
   * next thing to be done.
   */
  readonly needs: 'work' | 'held' | 'cost' | 'trial' | 'upload' | 'query' | 'download' | 'placing' | 'stuck';
  /** Where its results are to be written; null where they make no file, or that is not what it needs. */
  readonly folder: string | null;
  readonly count: number;
  /** Why the last try failed, in a sentence; null after none. */
  readonly message: Message | null;
}

export function pendingWork({ db }: StoreContext) {
  const groups = db.prepare<[{ ids: string | null }], PendingWork & { message: string | null }>(
    `WITH open AS (
       SELECT coalesce(leader.profile_id, jobs.profile_id) AS profileId, json_extract(leader.error, '$.message') AS message,
         CASE
           WHEN jobs.state = 'queued' AND ${isHeldForCost('jobs')} THEN 'cost'
           WHEN jobs.state = 'queued' AND ${isHeldForTrial('jobs')} THEN 'trial'
           WHEN jobs.state = 'queued' AND ${isHeld('jobs')} THEN 'held'
           WHEN leader.lease IS NOT NULL OR leader.state IN ('preparing', 'submitting') THEN 'work'
           WHEN leader.state = 'queued' THEN iif(${isHeld('leader')}, 'held', 'upload')
           WHEN coalesce(json_extract(leader.failures, '$.' || leader.state), 0) >= ${stuckAfter} THEN 'stuck'
           -- A task that can't be read; one that the service doesn't know comes to its end without the user.
           WHEN leader.state = 'waiting' AND json_extract(leader.error, '$.kind') <> 'expired' THEN 'stuck'
           WHEN leader.state = 'waiting' THEN 'query'
           WHEN leader.state = 'fetching' THEN 'download'
           WHEN leader.state = 'placing' THEN 'placing'
           -- The job it follows has come to rest, and its own turn comes with that.
           ELSE 'work'
         END AS needs,
         iif(leader.state IN ('queued', 'placing') AND leader.lease IS NULL
           AND leader.operation NOT IN (${stateList(analyses)}), leader.output_folder, NULL) AS folder
       FROM (SELECT * FROM ${openLocalJobsSql}) jobs JOIN jobs AS leader ON leader.id = iif(jobs.state = 'queued', coalesce(jobs.follows, jobs.id), jobs.id)
       WHERE TRUE
         AND (@ids IS NULL OR jobs.id IN (SELECT value FROM json_each(@ids))))
     SELECT profileId, needs, folder, count(*) AS count, max(message) AS message FROM open
     GROUP BY profileId, needs, folder ORDER BY profileId, needs, folder`,
  );
  /** @param ids only these jobs; null = all */
  return (ids: Iterable<number> | null): PendingWork[] =>
    groups
      .all({ ids: ids && JSON.stringify([...ids]) })
      .map((work) => ({ ...work, message: parseMessage(work.message) }));
}
