/** Jobs of the studio's that only wait, or are done, put elsewhere by a word: held back, first or last in the queue, done again. */
import type { StudioCommand } from '../../store/index.ts';
import type { QueryClient } from '../connection/connection.ts';

/** Words on jobs that only wait, or are done; those that are at work are left alone. */
export type IdleJobCommand = Extract<StudioCommand, 'again' | 'hold' | 'go-on' | 'first' | 'last'>;

const chosen = 'id = ANY($1::bigint[])';
/** What waits at another place in the queue, or not at all, has another ticket, or none. */
const standingSql: Readonly<Record<Exclude<IdleJobCommand, 'again'>, string>> = {
  hold: `UPDATE burnish.jobs SET held = true, ticket = NULL WHERE ${chosen} AND state = 'queued' AND NOT held`,
  'go-on': `UPDATE burnish.jobs SET held = false WHERE ${chosen} AND state = 'queued' AND held`,
  first: `UPDATE burnish.jobs SET ticket = NULL, priority = (SELECT coalesce(max(priority), 0) + 1 FROM burnish.jobs
    WHERE state = 'queued' AND ticket IS NOT NULL) WHERE ${chosen} AND state = 'queued'`,
  last: `UPDATE burnish.jobs SET ticket = NULL, priority = (SELECT coalesce(min(priority), 0) - 1 FROM burnish.jobs
    WHERE state = 'queued' AND ticket IS NOT NULL) WHERE ${chosen} AND state = 'queued'`,
};

/** In the caller's transaction; the ids of those that were changed. */
export async function applyIdleJobCommand(
  queries: QueryClient,
  jobs: readonly number[],
  word: IdleJobCommand,
): Promise<{ id: string }[]> {
  if (word !== 'again') return queries.query<{ id: string }>(`${standingSql[word]} RETURNING id`, [jobs]);
  const begun = await queries.query<{ id: string }>(
    `UPDATE burnish.jobs SET state = 'queued', error = NULL, finished_at = NULL, fence = fence + 1, ticket = NULL
     WHERE ${chosen} AND state IN ('done', 'failed') AND coalesce(error ->> 'advice', '') <> 'decide' RETURNING id`,
    [jobs],
  );
  await queries.query(`UPDATE burnish.attempts SET state = 'over', changed_at = now() WHERE job = ANY($1::bigint[])`, [
    begun.map(({ id }) => id),
  ]);
  return begun;
}
