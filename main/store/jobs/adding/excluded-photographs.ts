/** Photographs that a recipe excludes, and the subjects detected to check its conditions (table `sights`). */
import type { ExcludedPhotos } from '../../../../contract/app/action-reports.ts';
import { msg } from '../../../../contract/messages/message.ts';
import type { Recipe } from '../../../../contract/recipes/recipe.ts';
import type { DetectedSubject } from '../../../../contract/recipes/recipe-conditions.ts';
import type { Proofs } from '../../review/measures/proofs.ts';
import type { StoreContext } from '../../store-context.ts';
import { parseMessage } from '../../stored-messages.ts';
import type { JobActions } from '../actions/job-actions.ts';
import type { batches } from '../batches/batches.ts';
import { isExcludedSql } from '../charge-sql.ts';
import type { JobRow } from '../job-rows.ts';
import type { jobs } from './jobs.ts';
import { type NewJob, toNewJob } from './new-jobs.ts';

/** Another recipe for an excluded photograph. */
export interface ExcludedOutcome extends Pick<NewJob, 'outputFolder' | 'references'> {
  readonly recipe: Recipe;
  readonly profileId: string;
}

interface Tables {
  readonly batches: Pick<ReturnType<typeof batches>, 'get'>;
  readonly jobs: Pick<ReturnType<typeof jobs>, 'add'>;
  readonly actions: Pick<JobActions, 'setHeld'>;
  readonly proofs: Pick<Proofs, 'add'>;
}

const isExcluded = isExcludedSql('jobs');
const isListed = 'removed_at IS NULL';

const replacementsSql = `SELECT DISTINCT other.id FROM jobs JOIN jobs AS other ON other.content_hash = jobs.content_hash
    AND other.source_path = jobs.source_path AND other.id <> jobs.id
    AND other.recipe ->> '$.id' = jobs.recipe ->> '$.only.otherwise.recipeId'
  WHERE jobs.id IN (SELECT value FROM json_each(?)) AND ${isExcluded}`;

/** Older proofs serve another purpose. */
const proofsBatchSql = `SELECT max(proofs.batch_id)
  FROM jobs INDEXED BY jobs_not_meant JOIN proofs USING (photograph_id)
  WHERE jobs.batch_id = ? AND ${isExcluded} AND proofs.batch_id > jobs.batch_id`;

const newestSql = `SELECT batch_id AS batchId, json_extract(error, '$.message') AS message, count(*) AS count
  FROM jobs INDEXED BY jobs_not_meant WHERE ${isExcluded} AND ${isListed} AND batch_id IN (
    SELECT DISTINCT batch_id FROM jobs INDEXED BY jobs_not_meant
    WHERE ${isExcluded} AND ${isListed} ORDER BY batch_id DESC LIMIT ?)
  GROUP BY batch_id, message ORDER BY batch_id DESC, count DESC`;

const inBatchSql = `SELECT id FROM jobs INDEXED BY jobs_not_meant
  WHERE batch_id = ? AND ${isExcluded} AND ${isListed} ORDER BY id`;

const countSql = `SELECT count(*) FROM jobs INDEXED BY jobs_not_meant WHERE ${isExcluded} AND ${isListed}`;

/** `toLookAt` and `toProcess` run in the transaction that ends the job. */
export function excludedPhotographs({ db }: Pick<StoreContext, 'db'>, { batches, jobs, actions, proofs }: Tables) {
  const byId = db.prepare<[number], JobRow>('SELECT * FROM jobs WHERE id = ?');
  const replacements = db.prepare<[string], number>(replacementsSql).pluck();
  const proofsBatch = db.prepare<[number], number>(proofsBatchSql).pluck();
  const newest = db.prepare<[number], { batchId: number; message: string; count: number }>(newestSql);
  const inBatch = db.prepare<[number], number>(inBatchSql).pluck();
  const count = db.prepare<[], number>(countSql).pluck();
  const rowOf = (id: number): JobRow => {
    const row = byId.get(id);
    if (row === undefined) throw new Error(`There is no job ${id}.`);
    return row;
  };

  return {
    /** Adds the photograph to the proofs of its batch. */
    toLookAt(jobId: number): void {
      const row = rowOf(jobId);
      const batchId = proofsBatch.get(row.batch_id) ?? null;
      const { title, origin } = batches.get(row.batch_id)!;
      proofs.add(batchId === null ? { title, origin, folderId: null } : { batchId }, [toNewJob(row)]);
    },
    /** Adds the photograph to its batch with another recipe. */
    toProcess(jobId: number, { recipe, ...way }: ExcludedOutcome): void {
      const row = rowOf(jobId);
      const note = msg('pipeline.only.cameInstead', { recipe: row.recipe_name });
      const added = jobs.add({ batchId: row.batch_id }, [{ ...toNewJob(row), ...way, recipe, note }]);
      // It replaces a job of the trial.
      actions.setHeld(added.jobIds, false);
    },
    /**
     * Groups excluded photographs of the newest batches by reason, most frequent first.
     * @param batches maximum number
     */
    left: (batches: number): ExcludedPhotos[] =>
      [...Map.groupBy(newest.all(batches), ({ batchId }) => batchId)].map(([batchId, rows]) => ({
        batchId,
        proofsBatchId: proofsBatch.get(batchId) ?? null,
        reasons: rows.map(({ message, count }) => ({ message: parseMessage(message), count })),
      })),
    leftIn: (batchId: number): number[] => inBatch.all(batchId),
    count: (): number => count.get() ?? 0,
    /** Finds the jobs that replaced these. */
    insteadOf: (jobIds: readonly number[]): number[] => replacements.all(JSON.stringify(jobIds)),
  };
}

type SubjectRow = Omit<DetectedSubject, 'person'> & { readonly person: 0 | 1 | null };

const subjectSql = 'SELECT faces, quality, sharpness, person FROM sights WHERE content_hash = ?';
const putSubjectSql = `INSERT OR REPLACE INTO sights (content_hash, faces, quality, sharpness, person, seen_at)
  VALUES (@contentHash, @faces, @quality, @sharpness, @person, @at)`;

/** Keyed by content hash (SHA-256, hex). */
export function detectedSubjects({ db, now }: Pick<StoreContext, 'db' | 'now'>) {
  const byContent = db.prepare<[string], SubjectRow>(subjectSql);
  const put = db.prepare(putSubjectSql);
  return {
    get(contentHash: string): DetectedSubject | null {
      const row = byContent.get(contentHash);
      return row === undefined ? null : { ...row, person: row.person === null ? null : row.person === 1 };
    },
    put(contentHash: string, subject: DetectedSubject): void {
      const person = subject.person === null ? null : Number(subject.person);
      put.run({ contentHash, ...subject, person, at: now() });
    },
  };
}
