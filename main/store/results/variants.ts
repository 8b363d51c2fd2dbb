/** Variants: results of one photograph from different jobs. The user keeps one. */
import { basename } from 'node:path';
import type { Database } from 'better-sqlite3';
import { msg } from '../../../contract/messages/message.ts';
import type { StoredPath } from '../../files/stored-path.ts';
import type { JobEvents } from '../jobs/job-events.ts';
import { primaryResultOrder } from '../review/photographs/primary-result-sql.ts';
import type { StoreContext } from '../store-context.ts';

interface RemovedRow {
  job_id: number;
  step: number;
  element: string;
  version: number;
  photograph_id: number;
  path: string;
}

type VariantFile = { readonly path: StoredPath; readonly hash: string };

export function variants({ db, changes }: Pick<StoreContext, 'db' | 'changes'>, events: Pick<JobEvents, 'add'>) {
  const statements = prepareStatements(db);

  return {
    /** Returns ids of images from other jobs than the primary result, or result `kept`, by photograph. */
    others: (photographIds: readonly number[], kept: number | null): number[] =>
      statements.others.all({ photographs: JSON.stringify(photographIds), kept }),
    /** Returns the files of a result that no other result shares. */
    filesOf: (id: number): VariantFile[] => statements.files.all(id),
    /** Returns false for a removed result. Its files stay known, so that they are not added as photographs. */
    remove: db.transaction((id: number): boolean => {
      const row = statements.remove.get(id);
      if (!row) return false;
      statements.dropAdditional.run(row);
      statements.dropChecks.run(row);
      statements.updateCount.run(row.job_id);
      events.add(row.job_id, { kind: 'notice', text: msg('store.variants.removed', { name: basename(row.path) }) });
      changes.photographs([row.photograph_id]);
      changes.jobs([row.job_id]);
      return true;
    }),
  };
}

function prepareStatements(db: Database) {
  return {
    // All results of a job are one variant.
    others: db
      .prepare<[{ photographs: string; kept: number | null }], number>(
        `WITH shown AS (
           SELECT photograph_id, job_id, row_number() OVER (
             PARTITION BY photograph_id ORDER BY results.id = @kept DESC, ${primaryResultOrder}) AS place
           FROM results WHERE kind = 'image' AND photograph_id IN (SELECT value FROM json_each(@photographs)))
         SELECT results.id FROM results JOIN shown ON shown.photograph_id = results.photograph_id AND place = 1
         WHERE results.kind = 'image' AND results.job_id <> shown.job_id ORDER BY results.photograph_id, results.id`,
      )
      .pluck(),
    // Two jobs can share a file.
    files: db.prepare<[number], VariantFile>(
      `SELECT note.path, note.hash FROM results JOIN written_files note ON note.job_id = results.job_id
         AND note.step = results.step AND note.element = results.element AND note.version = results.version
       WHERE results.id = ? AND note.touch IS NULL
         AND NOT EXISTS (SELECT 1 FROM results other WHERE other.path = note.path AND other.id <> results.id)
         AND NOT EXISTS
           (SELECT 1 FROM further_files other WHERE other.path = note.path AND other.job_id <> results.job_id)`,
    ),
    remove: db.prepare<[number], RemovedRow>(
      `DELETE FROM results WHERE id = ? AND kind = 'image'
       RETURNING job_id, step, element, version, photograph_id, path`,
    ),
    updateCount: db.prepare(
      'UPDATE jobs SET result_count = (SELECT count(*) FROM results WHERE job_id = jobs.id AND version = 0) WHERE id = ?',
    ),
    dropAdditional: db.prepare(
      'DELETE FROM further_files WHERE job_id = @job_id AND step = @step AND element = @element AND @version = 0',
    ),
    dropChecks: db.prepare(
      'DELETE FROM checks WHERE job_id = @job_id AND step = @step AND element = @element AND version = @version',
    ),
  };
}
