/** Another folder for the further files of jobs that wait for one that takes none. */
import type { Database } from 'better-sqlite3';
import type { JobState } from '../../../contract/jobs/job.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { JobEvents } from './job-events.ts';
import { stateList } from './job-rows.ts';

/** What was to go to `from` goes to `folder`; files of other outputs where they went. Inside a transaction. */
export function redirectAdditionalOutputs(db: Database, events: Pick<JobEvents, 'addToAll'>) {
  const moved = db.prepare<[{ from: string; folder: string }], { id: number; state: JobState }>(
    `UPDATE jobs SET run_after = 0, failures = '{}', lease = NULL,
       recipe = json_set(recipe, '$.alsoAs', json((
         SELECT json_group_array(CASE WHEN value ->> 'folder' = @from THEN json_set(value, '$.folder', @folder) ELSE json(value) END)
         FROM json_each(jobs.recipe, '$.alsoAs'))))
     WHERE state IN (${stateList(['queued', 'waiting', 'fetching', 'placing'])}) AND removed_at IS NULL
       AND EXISTS (SELECT 1 FROM json_each(recipe, '$.alsoAs') further WHERE further.value ->> 'folder' = @from)
     RETURNING id, state`,
  );
  const rehashed = db.prepare(
    'UPDATE OR IGNORE jobs SET target_hash = target_hash(recipe, output_folder) WHERE id IN (SELECT value FROM json_each(?))',
  );
  return (from: string, folder: string) => {
    const done = moved.all({ from, folder });
    const ids = done.map(({ id }) => id);
    rehashed.run(JSON.stringify(ids));
    events.addToAll(ids, { kind: 'notice', text: msg('store.job.redirected', { folder }) });
    return done;
  };
}
