/** Additional files of results: one for each output of a recipe beyond the first. */
import type { Database } from 'better-sqlite3';
import type { AdditionalFileView } from '../../../contract/jobs/result.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { FileAvailability } from '../../files/file-availability.ts';
import type { StoredPath } from '../../files/stored-path.ts';
import { targetHash } from '../job-identity.ts';
import type { StoreContext } from '../store-context.ts';

/** Sizes in px. */
export interface AdditionalFile {
  /** Index of the recipe's output, 0 for the first. */
  readonly output: number;
  /** Absolute. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** Identifies a result without output and version. */
export interface ElementKey {
  readonly jobId: number;
  readonly step: number;
  /** Number or class; '' for a single image. */
  readonly element: string;
}

type Row = AdditionalFile & { job_id: number; step: number; element: string };

const columns = 'job_id, step, element, output, path, width, height, bytes';
const values = '@jobId, @step, @element, @output, @path, @width, @height, @bytes';

export function additionalFiles({ db }: StoreContext, availabilityOf: FileAvailability['now']) {
  const clear = db.prepare('DELETE FROM further_files WHERE job_id = @jobId AND step = @step AND element = @element');
  const put = db.prepare(`INSERT INTO further_files (${columns}) VALUES (${values})`);
  const ofJobs = db.prepare<[string], Row>(
    `SELECT ${columns} FROM further_files WHERE job_id IN (SELECT value FROM json_each(?))
     ORDER BY job_id, step, element, output`,
  );
  const ofResult = db
    .prepare<[number, number], StoredPath>(
      `SELECT file.path FROM further_files file JOIN results ON results.job_id = file.job_id AND results.step = file.step
       AND results.element = file.element
     WHERE results.id = ? AND results.version = 0 AND file.output = ?`,
    )
    .pluck();

  return {
    /** Replaces the files of a result. Needs a transaction. */
    set(key: ElementKey, files: readonly AdditionalFile[]): void {
      clear.run(key);
      for (const file of files) put.run({ ...key, ...file });
    },
    pathsOf: (jobId: number): string[] => ofJobs.all(JSON.stringify([jobId])).map(({ path }) => path),
    pathOf: (resultId: number, output: number): StoredPath | null => ofResult.get(resultId, output) ?? null,
    /** Returns the files by `additionalFilesKey`. */
    async viewsOf(jobIds: readonly number[]): Promise<ReadonlyMap<string, readonly AdditionalFileView[]>> {
      const views = await Promise.all(
        ofJobs.all(JSON.stringify([...new Set(jobIds)])).map(async ({ job_id, step, element, ...file }) => ({
          key: additionalFilesKey({ jobId: job_id, step, element }),
          view: { ...file, present: (await availabilityOf(file.path)) === 'here' },
        })),
      );
      return new Map([...Map.groupBy(views, ({ key }) => key)].map(([key, all]) => [key, all.map(({ view }) => view)]));
    },
  };
}

export function additionalFilesKey({ jobId, step, element }: ElementKey): string {
  return `${jobId} ${step} ${element}`;
}

/** Additional files made again from finished results. */
export function remadeFiles({ db, changes }: Pick<StoreContext, 'db' | 'changes'>) {
  const statements = prepareRemadeStatements(db);

  return {
    /** Replaces the file of one output by a noted one. `recipe` has the job's current outputs. */
    list: db.transaction((key: ElementKey, file: AdditionalFile, recipe: Recipe): void => {
      const job = statements.job.get(key.jobId);
      if (job === undefined) return;
      statements.retire.run({ ...key, ...file });
      statements.put.run({ ...key, ...file });
      statements.dropChecks.run({ ...key, output: file.output });
      const hash = targetHash(recipe, job.output_folder);
      statements.setRecipe.run({ id: key.jobId, recipe: JSON.stringify(recipe), hash });
      if (job.photograph_id !== null) changes.photographs([job.photograph_id]);
    }),
  };
}

function prepareRemadeStatements(db: Database) {
  return {
    // The replaced file stays known as written by Burnish, with version -1.
    retire: db.prepare(
      `UPDATE written_files SET version = -1 WHERE job_id = @jobId AND step = @step AND element = @element
         AND output = @output AND version = 0 AND path <> @path`,
    ),
    put: db.prepare(
      `INSERT INTO further_files (${columns}) VALUES (${values})
       ON CONFLICT (job_id, step, element, output) DO UPDATE SET path = excluded.path, width = excluded.width,
         height = excluded.height, bytes = excluded.bytes`,
    ),
    dropChecks: db.prepare(
      `DELETE FROM checks WHERE job_id = @jobId AND step = @step AND element = @element AND version = 0
         AND output = @output`,
    ),
    job: db.prepare<[number], { photograph_id: number | null; output_folder: string }>(
      'SELECT photograph_id, output_folder FROM jobs WHERE id = ?',
    ),
    setRecipe: db.prepare('UPDATE jobs SET recipe = @recipe, target_hash = @hash WHERE id = @id'),
  };
}
