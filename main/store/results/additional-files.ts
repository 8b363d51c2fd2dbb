/** The files of a result beside the one that stands for it: those of a recipe's further outputs. */
import type { AdditionalFileView } from '../../../contract/jobs/result.ts';
import type { FileAvailability } from '../../files/file-availability.ts';
import type { StoredPath } from '../../files/stored-path.ts';
import type { StoreContext } from '../store-context.ts';

/** Of one output; sizes in px and bytes. */
export interface AdditionalFile {
  /** Number of the recipe's output, 0 for the first. */
  readonly output: number;
  /** Absolute. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** Which result they are of. */
export interface ResultKey {
  readonly jobId: number;
  readonly step: number;
  /** '' where the result is the one image. */
  readonly element: string;
}

type Row = AdditionalFile & { job_id: number; step: number; element: string };

export function additionalFiles({ db }: StoreContext, availabilityOf: FileAvailability['now']) {
  const clear = db.prepare('DELETE FROM further_files WHERE job_id = @jobId AND step = @step AND element = @element');
  const put = db.prepare(
    `INSERT INTO further_files (job_id, step, element, output, path, width, height, bytes)
     VALUES (@jobId, @step, @element, @output, @path, @width, @height, @bytes)`,
  );
  const columns = 'job_id, step, element, output, path, width, height, bytes';
  const ofJobs = db.prepare<[string], Row>(
    `SELECT ${columns} FROM further_files WHERE job_id IN (SELECT value FROM json_each(?)) ORDER BY job_id, step, element, output`,
  );
  const ofResult = db
    .prepare<[number, number], StoredPath>(
      `SELECT file.path FROM further_files file JOIN results ON results.job_id = file.job_id AND results.step = file.step
       AND results.element = file.element
     WHERE results.id = ? AND results.version = 0 AND file.output = ?`,
    )
    .pluck();

  return {
    /** Notes them in the place of what was noted for the result before. Inside a transaction. */
    set(resultKey: ResultKey, files: readonly AdditionalFile[]): void {
      clear.run(resultKey);
      for (const file of files) put.run({ ...resultKey, ...file });
    },
    /** Paths of all of a job. */
    pathsOf: (jobId: number): string[] => ofJobs.all(JSON.stringify([jobId])).map(({ path }) => path),
    /** The file of one output of a result; null where there is none. */
    pathOf: (resultId: number, output: number): StoredPath | null => ofResult.get(resultId, output) ?? null,
    /** Those of results, by `additionalFilesKey`. */
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

export function additionalFilesKey({ jobId, step, element }: ResultKey): string {
  return `${jobId} ${step} ${element}`;
}
