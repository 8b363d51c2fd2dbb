/** Results of one photograph that stand beside each other: of several recipes, services or settings. One of them is kept. */
import { basename } from 'node:path';
import { msg } from '../../../contract/messages/message.ts';
import type { StoredPath } from '../../files/stored-path.ts';
import type { JobEvents } from '../jobs/job-events.ts';
import { primaryResultOrder } from '../review/photographs/primary-result-sql.ts';
import type { StoreContext } from '../store-context.ts';

interface Keys {
  job_id: number;
  step: number;
  element: string;
  version: number;
  photograph_id: number;
  path: string;
}

export function variants({ db, changes }: Pick<StoreContext, 'db' | 'changes'>, events: Pick<JobEvents, 'add'>) {
  // What is taken out of a photograph, heads or steps, is one variant with all that its job came to, and what was made of that by hand.
  const otherResults = db.prepare<[{ photographs: string; kept: number | null }], number>(
    `WITH shown AS (
       SELECT photograph_id, job_id, row_number() OVER (
         PARTITION BY photograph_id ORDER BY results.id = @kept DESC, ${primaryResultOrder}) AS place
       FROM results WHERE kind = 'image' AND photograph_id IN (SELECT value FROM json_each(@photographs)))
     SELECT results.id FROM results JOIN shown ON shown.photograph_id = results.photograph_id AND place = 1
     WHERE results.kind = 'image' AND results.job_id <> shown.job_id ORDER BY results.photograph_id, results.id`,
  );
  // Two jobs can have come to one file.
  const files = db.prepare<[number], { readonly path: StoredPath; readonly hash: string }>(
    `SELECT note.path, note.hash FROM results JOIN written_files note ON note.job_id = results.job_id
       AND note.step = results.step AND note.element = results.element AND note.version = results.version
     WHERE results.id = ? AND note.touch IS NULL
       AND NOT EXISTS (SELECT 1 FROM results other WHERE other.path = note.path AND other.id <> results.id)
       AND NOT EXISTS (SELECT 1 FROM further_files other WHERE other.path = note.path AND other.job_id <> results.job_id)`,
  );
  const remove = db.prepare<[number], Keys>(
    `DELETE FROM results WHERE id = ? AND kind = 'image' RETURNING job_id, step, element, version, photograph_id, path`,
  );
  const counted = db.prepare(
    'UPDATE jobs SET result_count = (SELECT count(*) FROM results WHERE job_id = jobs.id AND version = 0) WHERE id = ?',
  );
  const unlisted = db.prepare(
    'DELETE FROM further_files WHERE job_id = @job_id AND step = @step AND element = @element AND @version = 0',
  );
  const unchecked = db.prepare(
    'DELETE FROM checks WHERE job_id = @job_id AND step = @step AND element = @element AND version = @version',
  );

  return {
    /**
     * Ids of the pictures that are beside the one that stands for its photograph, or beside result `kept`: those of other jobs. In the
     * order of the photographs.
     */
    others: (photographIds: readonly number[], kept: number | null): number[] =>
      otherResults.pluck().all({ photographs: JSON.stringify(photographIds), kept }) as number[],
    /** The files of a result that are no other result's, as they were written. */
    filesOf: (id: number): { readonly path: StoredPath; readonly hash: string }[] => files.all(id),
    /**
     * Takes a result off its photograph. That its files were written here stays known, so that none is taken in as a photograph when
     * it comes back. False where it is gone.
     */
    remove: db.transaction((id: number): boolean => {
      const row = remove.get(id);
      if (!row) return false;
      unlisted.run(row);
      unchecked.run(row);
      counted.run(row.job_id);
      events.add(row.job_id, { kind: 'notice', text: msg('store.variants.removed', { name: basename(row.path) }) });
      changes.photographs([row.photograph_id]);
      changes.jobs([row.job_id]);
      return true;
    }),
  };
}
