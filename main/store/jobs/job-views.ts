import type { Throughput } from '../../../contract/app/app-snapshot.ts';
import {
  finalStates,
  type JobError,
  type JobState,
  type JobSummary,
  runningStates,
} from '../../../contract/jobs/job.ts';
import { type Recipe, storedRecipe } from '../../../contract/recipes/recipe.ts';
import type { StoreContext } from '../store-context.ts';
import { isGivenUp, isPaid, isPaidSql } from './charge-sql.ts';
import type { Progress } from './job-progress.ts';
import { type JobRow, openLocalJobsSql, stateList } from './job-rows.ts';
import { queueCounts } from './queue-counts.ts';

type SummaryRow = Omit<
  JobRow,
  | 'recipe'
  | 'relative_folder'
  | 'content_hash'
  | 'recipe_hash'
  | 'target_hash'
  | 'turn'
  | 'failures'
  | 'lease'
  | 'origin'
>;
export type JobCounts = Readonly<Record<JobState, number>>;

/** Everything but the recipe's JSON, which is long. */
const columns = `id, batch_id, counter, source_path, output_folder, bytes, width, height, recipe_name, profile_id, step,
  step_count, operation, state, held, priority, position, run_after, attempts, error, result_count, created_at,
  started_at, finished_at, removed_at, follows, station`;
const listed = 'removed_at IS NULL';
const resting = stateList(finalStates);

export function jobViews({ db, now }: StoreContext, progress: Progress) {
  const queueTotals = queueCounts(db);
  type Limited = [{ limit: number }];
  const select = (rest: string) => db.prepare<Limited, SummaryRow>(`SELECT ${columns} FROM jobs ${rest} LIMIT @limit`);
  const running = select(`WHERE state IN (${stateList(runningStates)}) AND ${listed} ORDER BY id`);
  const troubled = select(`WHERE state IN ('failed', 'uncertain') AND ${listed} ORDER BY id DESC`);
  const upNext = select(`WHERE state = 'queued' AND ${listed} ORDER BY position, id`);
  const newest = select(`WHERE ${listed} ORDER BY id DESC`);
  const some = db.prepare<[string], SummaryRow>(
    `SELECT ${columns} FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND ${listed}`,
  );
  const ofBatch = db.prepare<[number], SummaryRow>(
    `SELECT ${columns} FROM jobs WHERE batch_id = ? AND ${listed} ORDER BY id`,
  );
  const detail = db.prepare<[number], JobRow>('SELECT * FROM jobs WHERE id = ?');
  const counts = db.prepare<[], { state: JobState; n: number }>(
    `SELECT state, sum(n) AS n FROM (
       SELECT state, count(*) AS n FROM jobs WHERE ${listed} GROUP BY state
       UNION ALL SELECT state, -count(*) FROM jobs INDEXED BY jobs_elsewhere WHERE station IS NOT NULL AND ${listed} GROUP BY state)
     GROUP BY state`,
  );
  const anyOpen = db.prepare<[], number>(`SELECT 1 FROM ${openLocalJobsSql} LIMIT 1`).pluck();
  const retryable = db
    .prepare<[], number>(
      `SELECT id FROM jobs WHERE state = 'failed' AND ${listed} AND NOT EXISTS (
         SELECT 1 FROM jobs AS other INDEXED BY jobs_once
         WHERE other.content_hash = jobs.content_hash AND other.recipe_hash = jobs.recipe_hash
           AND other.source_path = jobs.source_path AND other.target_hash = jobs.target_hash
           AND other.profile_id = jobs.profile_id
           -- Of several, the one that is paid goes on, or else the newest.
           AND (${isPaid('other')}, other.turn) > (${isPaidSql}, jobs.turn))
       ORDER BY id`,
    )
    .pluck();
  const openIds = db
    .prepare<[{ profileId: string | null }], number>(
      `SELECT id FROM ${openLocalJobsSql} AND (@profileId IS NULL OR profile_id = @profileId) ORDER BY id`,
    )
    .pluck();
  const atRest = db.prepare<[string], Pick<JobSummary, 'id' | 'state' | 'resultCount'>>(
    `SELECT id, state, result_count AS resultCount FROM jobs
     WHERE id IN (SELECT value FROM json_each(?)) AND state IN (${resting})`,
  );
  const openByService = db.prepare<[], { profileId: string; count: number }>(
    `SELECT profile_id AS profileId, count(*) AS count FROM ${openLocalJobsSql} GROUP BY profile_id`,
  );
  const givenUp = db
    .prepare<[string], number>(
      `SELECT count(*) FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND ${isGivenUp('jobs')}`,
    )
    .pluck();
  const bytesUnderWay = db
    .prepare<[], number>(
      `SELECT coalesce(sum(bytes), 0) FROM jobs WHERE state IN ('submitting', 'waiting', 'fetching', 'placing') AND ${listed}`,
    )
    .pluck();

  const toSummary = (row: SummaryRow): JobSummary => ({
    id: row.id,
    batchId: row.batch_id,
    sourcePath: row.source_path,
    name: row.source_path.slice(row.source_path.search(/[^/\\]*$/)),
    recipeName: row.recipe_name,
    profileId: row.profile_id,
    operation: row.operation,
    step: row.step,
    stepCount: row.step_count,
    state: row.state,
    held: row.held === 1,
    priority: row.priority,
    position: row.position,
    attempts: row.attempts,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    error: row.error === null ? null : (JSON.parse(row.error) as JobError),
    progress: progress.of(row.id),
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    runAfter: row.run_after,
    resultCount: row.result_count,
    follows: row.follows,
    elsewhere: row.station === null ? null : { station: row.station === '' ? null : row.station },
  });

  return {
    /**
     * At most about `limit` jobs for the list: all that run, then what needs the user, what comes next, what is newest.
     * Sorted by id, newest first.
     */
    summaries(limit = 5000): JobSummary[] {
      const rows = new Map<number, SummaryRow>();
      for (const [list, share] of [
        [running, limit],
        [troubled, limit / 4],
        [upNext, limit / 4],
        [newest, limit],
      ] as const) {
        for (const row of list.all({ limit: Math.ceil(share) })) {
          if (rows.size < limit) rows.set(row.id, row);
        }
      }
      return [...rows.values()].sort((a, b) => b.id - a.id).map(toSummary);
    },
    /** These jobs, without removed ones. */
    byId: (ids: Iterable<number>): JobSummary[] => some.all(JSON.stringify([...ids])).map(toSummary),
    ofBatch: (batchId: number): JobSummary[] => ofBatch.all(batchId).map(toSummary),
    /** One job with its recipe, removed or not; null when there is none. */
    detail(id: number): { job: JobSummary; recipe: Recipe; outputFolder: string } | null {
      const row = detail.get(id);
      if (!row) return null;
      return { job: toSummary(row), recipe: storedRecipe(row.recipe), outputFolder: row.output_folder };
    },
    counts: (): JobCounts => ({ ...noJobs, ...Object.fromEntries(counts.all().map(({ state, n }) => [state, n])) }),
    /** Jobs that are not at rest; `profileId`: null = for whichever service. */
    open: (profileId: string | null): number[] => openIds.all({ profileId }),
    /** How many are not at rest, by service. */
    openByService: (): { profileId: string; count: number }[] => openByService.all(),
    /** How many of these were given up; those that were taken off the list count too. */
    givenUp: (ids: readonly number[]): number => givenUp.get(JSON.stringify(ids))!,
    /** Bytes of all photographs whose results are still to be written. */
    bytesUnderWay: (): number => bytesUnderWay.get()!,
    /** Failed jobs whose photographs nobody has asked for anew since. */
    retryable: (): number[] => retryable.all(),
    /** Those of these jobs that have come to rest; those that were taken off the list too. */
    atRest: (ids: Iterable<number>): Pick<JobSummary, 'id' | 'state' | 'resultCount'>[] =>
      atRest.all(JSON.stringify([...ids])),
    undecided: queueTotals.undecided,
    /** True while any job is not at rest; cheap, for asking after every change. */
    hasOpen: (): boolean => anyOpen.get() !== undefined,
    /** As in `queueCounts`, at this moment. */
    throughput: (): Throughput => queueTotals.throughput(now()),
  };
}

const noJobs: JobCounts = {
  queued: 0,
  preparing: 0,
  submitting: 0,
  waiting: 0,
  fetching: 0,
  placing: 0,
  done: 0,
  failed: 0,
  cancelled: 0,
  uncertain: 0,
};
