/** Jobs as the queue list shows them. Removed jobs are not `listed`. */
import type { Throughput } from '../../../../contract/app/app-snapshot.ts';
import {
  finalStates,
  type JobError,
  type JobState,
  type JobSummary,
  runningStates,
} from '../../../../contract/jobs/job.ts';
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import { type Recipe, storedRecipe } from '../../../../contract/recipes/recipe.ts';
import type { StoreContext } from '../../store-context.ts';
import { isGivenUp, isPaid, isPaidSql, unlistedOperations } from '../charge-sql.ts';
import { mirroredJobsSql, mirroredStation, openLocalJobsSql } from '../job-ownership.ts';
import { type JobRow, stateList } from '../job-rows.ts';
import type { Progress } from './job-progress.ts';
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
> & { readonly unlisted?: string | null };
export type JobCounts = Readonly<Record<JobState, number>>;

/** Leaves out the recipe, whose JSON is long. */
const columns = `id, batch_id, counter, source_path, output_folder, bytes, width, height, recipe_name, profile_id, step,
  step_count, operation, state, held, priority, position, run_after, attempts, error, result_count, created_at,
  started_at, finished_at, removed_at, follows, station, ${unlistedOperations('jobs')} AS unlisted`;
const listed = 'removed_at IS NULL';

const countsSql = `SELECT state, sum(n) AS n FROM (
    SELECT state, count(*) AS n FROM jobs WHERE ${listed} GROUP BY state
    UNION ALL SELECT state, -count(*) FROM ${mirroredJobsSql} AND ${listed} GROUP BY state)
  GROUP BY state`;

/** The paid job, else the newest, represents others with the same work. */
const retryableSql = `SELECT id FROM jobs WHERE state = 'failed' AND ${listed} AND NOT EXISTS (
    SELECT 1 FROM jobs AS other INDEXED BY jobs_once
    WHERE other.content_hash = jobs.content_hash AND other.recipe_hash = jobs.recipe_hash
      AND other.source_path = jobs.source_path AND other.target_hash = jobs.target_hash
      AND other.profile_id = jobs.profile_id
      AND (${isPaid('other')}, other.turn) > (${isPaidSql}, jobs.turn))
  ORDER BY id`;

const openSql = `SELECT id FROM ${openLocalJobsSql} AND (@profileId IS NULL OR profile_id = @profileId) ORDER BY id`;

const openByServiceSql = `SELECT profile_id AS profileId, count(*) AS count FROM ${openLocalJobsSql}
  GROUP BY profile_id`;

const finalSql = `SELECT id, state, result_count AS resultCount FROM jobs
  WHERE id IN (SELECT value FROM json_each(?)) AND state IN (${stateList(finalStates)})`;

const givenUpSql = `SELECT count(*) FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND ${isGivenUp('jobs')}`;

const pendingBytesSql = `SELECT coalesce(sum(bytes), 0) FROM jobs
  WHERE state IN ('submitting', 'waiting', 'fetching', 'placing') AND ${listed}`;

export function jobViews({ db, now }: StoreContext, progress: Progress) {
  const queueTotals = queueCounts(db);
  const counts = db.prepare<[], { state: JobState; n: number }>(countsSql);
  const anyOpen = db.prepare<[], number>(`SELECT 1 FROM ${openLocalJobsSql} LIMIT 1`).pluck();
  const retryable = db.prepare<[], number>(retryableSql).pluck();
  const open = db.prepare<[{ profileId: string | null }], number>(openSql).pluck();
  const final = db.prepare<[string], Pick<JobSummary, 'id' | 'state' | 'resultCount'>>(finalSql);
  const openByService = db.prepare<[], { profileId: string; count: number }>(openByServiceSql);
  const givenUp = db.prepare<[string], number>(givenUpSql).pluck();
  const pendingBytes = db.prepare<[], number>(pendingBytesSql).pluck();

  return {
    ...jobSummaries(db, progress),
    counts: (): JobCounts => ({ ...noJobs, ...Object.fromEntries(counts.all().map(({ state, n }) => [state, n])) }),
    /** @param profileId null = any */
    open: (profileId: string | null): number[] => open.all({ profileId }),
    openByService: (): { profileId: string; count: number }[] => openByService.all(),
    /** Includes removed jobs. */
    givenUp: (ids: readonly number[]): number => givenUp.get(JSON.stringify(ids))!,
    /** Photographs sent and not placed yet. */
    bytesUnderWay: (): number => pendingBytes.get()!,
    retryable: (): number[] => retryable.all(),
    /** Includes removed jobs. */
    atRest: (ids: Iterable<number>): Pick<JobSummary, 'id' | 'state' | 'resultCount'>[] =>
      final.all(JSON.stringify([...ids])),
    undecided: queueTotals.undecided,
    /** Cheap enough to call after every change. */
    hasOpen: (): boolean => anyOpen.get() !== undefined,
    throughput: (): Throughput => queueTotals.throughput(now()),
  };
}

function jobSummaries(db: StoreContext['db'], progress: Progress) {
  const select = (rest: string) =>
    db.prepare<[{ limit: number }], SummaryRow>(`SELECT ${columns} FROM jobs ${rest} LIMIT @limit`);
  const running = select(`WHERE state IN (${stateList(runningStates)}) AND ${listed} ORDER BY id`);
  const troubled = select(`WHERE state IN ('failed', 'uncertain') AND ${listed} ORDER BY id DESC`);
  const upNext = select(`WHERE state = 'queued' AND ${listed} ORDER BY position, id`);
  const newest = select(`WHERE ${listed} ORDER BY id DESC`);
  const byIds = db.prepare<[string], SummaryRow>(
    `SELECT ${columns} FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND ${listed}`,
  );
  const ofBatch = db.prepare<[number], SummaryRow>(
    `SELECT ${columns} FROM jobs WHERE batch_id = ? AND ${listed} ORDER BY id`,
  );
  const detail = db.prepare<[number], JobRow>('SELECT * FROM jobs WHERE id = ?');
  const summaryOf = (row: SummaryRow) => toSummary(row, progress);

  return {
    /**
     * Returns about `limit` jobs, newest first: running ones, then those that need the user, the next, and the
     * newest.
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
      return [...rows.values()].sort((a, b) => b.id - a.id).map(summaryOf);
    },
    byId: (ids: Iterable<number>): JobSummary[] => byIds.all(JSON.stringify([...ids])).map(summaryOf),
    ofBatch: (batchId: number): JobSummary[] => ofBatch.all(batchId).map(summaryOf),
    /** Includes removed jobs. */
    detail(id: number): { job: JobSummary; recipe: Recipe; outputFolder: string } | null {
      const row = detail.get(id);
      if (!row) return null;
      return { job: summaryOf(row), recipe: storedRecipe(row.recipe), outputFolder: row.output_folder };
    },
  };
}

function toSummary(row: SummaryRow, progress: Progress): JobSummary {
  return {
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
    ...(row.unlisted == null || row.unlisted === '[]' ? {} : { unlisted: JSON.parse(row.unlisted) as OperationId[] }),
    elsewhere: mirroredStation(row),
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
