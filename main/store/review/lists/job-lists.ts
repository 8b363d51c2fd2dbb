/** Lists of jobs of any length. They are read from one index, because rows of jobs are long. */
import type { Database } from 'better-sqlite3';
import type { JobState } from '../../../../contract/jobs/job.ts';
import {
  type ChoiceTally,
  filterOf,
  type JobChoice,
  type JobFilter,
  type JobQuery,
  type JobSort,
  type JobTally,
  jobFilters,
} from '../../../../contract/review/list-queries.ts';
import { defaultStrategy, type QueryStrategy } from '../search/finding-conditions.ts';
import { createSearchSql } from '../search/search-sql.ts';
import { type Conditions, noConditions, type SearchColumns, sqlNameList } from '../search/sql-conditions.ts';
import { addTallies, type JobSumRow, sumJobs, toTally } from './job-tallies.ts';

/** The first column of the index `jobs_by_activity`. */
const rankSql = `CASE state WHEN 'uncertain' THEN 1 WHEN 'failed' THEN 2 WHEN 'queued' THEN 3 WHEN 'done' THEN 4 WHEN 'cancelled' THEN 5 ELSE 0 END`;
const rankOf: Readonly<Record<Exclude<JobFilter, 'all'>, number>> = {
  running: 0,
  uncertain: 1,
  failed: 2,
  queued: 3,
  done: 4,
  cancelled: 5,
};
const queueOrder = '-priority, position, jobs.id';
const orders: Readonly<Record<JobSort, string>> = {
  activity: `${rankSql}, coalesce(-finished_at, 0), ${queueOrder}`,
  order: queueOrder,
  name: 'name_key, jobs.id',
  recipe: `recipe_name COLLATE NOCASE, ${queueOrder}`,
  size: 'jobs.bytes DESC, jobs.id',
  added: 'created_at DESC, jobs.id DESC',
};

const byActivity = 'jobs INDEXED BY jobs_by_activity';
const byName =
  'photographs INDEXED BY photographs_by_name CROSS JOIN jobs INDEXED BY jobs_of_photograph ON photograph_id = photographs.id';
const idsInStates = `SELECT id FROM jobs
  WHERE id IN (SELECT value FROM json_each(@ids)) AND state IN (SELECT value FROM json_each(@states))`;

/** SQL: whether a job is in the queue in one of these states, by index. */
export function isInQueueStates(states: readonly JobState[]): string {
  const ranks = [...new Set(states.map((state) => rankOf[filterOf[state]]))];
  return `removed_at IS NULL AND ${rankSql} IN (${ranks.join(', ')}) AND state IN ${sqlNameList(states)}`;
}

const searchColumns: SearchColumns = {
  photographId: 'jobs.photograph_id',
  ofPhotograph: (condition) =>
    `EXISTS (SELECT 1 FROM photographs WHERE photographs.id = photograph_id AND ${condition})`,
  recipe: (names) => `recipe_name IN ${names}`,
  batch: (ids) => `batch_id IN ${ids}`,
  operation: (ids) => `operation IN ${ids}`,
  state: isInQueueStates,
  date: (span) => `created_at >= ${span.from} AND created_at < ${span.to}`,
};

export function jobLists(db: Database, strategy: QueryStrategy = defaultStrategy) {
  const search = createSearchSql(db, strategy);
  const prepareSum = (from: string) => db.prepare<[object], JobSumRow>(sumJobs(from));
  const sumByIds = prepareSum('jobs WHERE id IN (SELECT value FROM json_each(@ids))');
  const tallyByIds = (ids: readonly number[], sign: 1 | -1) =>
    toTally(sumByIds.all({ ids: JSON.stringify(ids) }), sign);
  const selectInStates = db.prepare<[{ ids: string; states: string }], number>(idsInStates).pluck();

  function conditionsOf({ filter, text, batchId, advice, from, to }: Omit<JobQuery, 'sort'>): Conditions {
    const conditions = noConditions();
    const { sql, values } = conditions;
    const bind = (condition: string, name: string, value: string | number | null) => {
      if (value === null) return;
      sql.push(condition);
      values[name] = value;
    };
    sql.push('removed_at IS NULL');
    if (filter !== 'all') sql.push(`${rankSql} = ${rankOf[filter]}`);
    bind('batch_id = @batchId', 'batchId', batchId);
    bind(`state IN ('failed', 'placing') AND json_extract(error, '$.advice') = @advice`, 'advice', advice);
    bind('created_at >= @from', 'from', from);
    bind('created_at < @to', 'to', to);
    search.add(conditions, text, searchColumns);
    return conditions;
  }
  const select = (query: JobQuery, limit: string): number[] => {
    const { sql, values } = conditionsOf(query);
    const from = query.sort === 'name' ? byName : byActivity;
    const text = `SELECT jobs.id FROM ${from} WHERE ${sql.join(' AND ')} ORDER BY ${orders[query.sort]} ${limit}`;
    return db.prepare<[object], number>(text).pluck().all(values);
  };

  return {
    first: (query: JobQuery, limit: number): number[] => select(query, `LIMIT ${limit}`),
    all: (query: JobQuery): number[] => select(query, ''),
    /** Returns the jobs in one of `states` (null = all), in the order of `ids`. */
    inStates(ids: number[], states: readonly JobState[] | null): number[] {
      if (states === null) return ids;
      const selected = new Set(selectInStates.all({ ids: JSON.stringify(ids), states: JSON.stringify(states) }));
      return ids.filter((id) => selected.has(id));
    },
    /** Counts the jobs of each filter. The query's own filter is ignored. */
    tally(query: JobQuery): JobTally {
      const { sql, values } = conditionsOf({ ...query, filter: 'all' });
      const text = `SELECT ${rankSql} AS rank, count(*) AS n FROM ${byActivity} WHERE ${sql.join(' AND ')} GROUP BY 1`;
      const rows = db.prepare<[object], { rank: number; n: number }>(text).all(values);
      const countOf = (rank: number) => rows.find((row) => row.rank === rank)?.n ?? 0;
      const total = rows.reduce((sum, { n }) => sum + n, 0);
      return Object.fromEntries(
        jobFilters.map((name) => [name, name === 'all' ? total : countOf(rankOf[name])]),
      ) as JobTally;
    },
    sum(choice: JobChoice): ChoiceTally {
      if ('ids' in choice) return tallyByIds(choice.ids, 1);
      const { sql, values } = conditionsOf(choice.query);
      const total = toTally(prepareSum(`${byActivity} WHERE ${sql.join(' AND ')}`).all(values), 1);
      return choice.except.length === 0 ? total : addTallies(total, tallyByIds(choice.except, -1));
    },
  };
}
