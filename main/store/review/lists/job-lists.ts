/** The queue as lists of any length: which jobs a query means, in which order. Read from one index, since rows are long. */
import type { Database } from 'better-sqlite3';
import { finalStates, type JobState, permanentCodes } from '../../../../contract/jobs/job.ts';
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
import { isGivenUp } from '../../jobs/charge-sql.ts';
import { defaultStrategy, type QueryStrategy } from '../search/finding-conditions.ts';
import { type Conditions, createSearchSql, noConditions, sqlNameList } from '../search/search-sql.ts';

/** As in the index `jobs_by_activity`. */
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

/** True for jobs of the queue in one of these states, by the head of their index. */
export function areIn(states: readonly JobState[]): string {
  const ranks = [...new Set(states.map((state) => rankOf[filterOf[state]]))];
  return `removed_at IS NULL AND ${rankSql} IN (${ranks.join(', ')}) AND state IN ${sqlNameList(states)}`;
}

export function jobLists(db: Database, strategy: QueryStrategy = defaultStrategy) {
  const search = createSearchSql(db, strategy);
  // Only where something was cancelled or failed is the row itself read.
  const summing = (from: string) =>
    db.prepare<[object], SumRow>(
      `SELECT state, held, count(*) AS n, sum(bytes) AS bytes,
         count(*) FILTER (WHERE state = 'cancelled' AND ${isGivenUp('jobs')}) AS givenUp,
         count(*) FILTER (WHERE state = 'failed' AND json_extract(error, '$.code') IN (${permanentCodes.map((code) => `'${code}'`).join(', ')})) AS forGood
       FROM ${from} GROUP BY state, held`,
    );
  const byIds = summing('jobs WHERE id IN (SELECT value FROM json_each(@ids))');
  const ofIds = (ids: readonly number[], sign: 1 | -1) => tallyOf(byIds.all({ ids: JSON.stringify(ids) }), sign);

  const inStates = db
    .prepare<[{ ids: string; states: string }], number>(
      `SELECT id FROM jobs WHERE id IN (SELECT value FROM json_each(@ids)) AND state IN (SELECT value FROM json_each(@states))`,
    )
    .pluck();
  const conditionsOf = ({ filter, text, batchId, advice, from, to }: Omit<JobQuery, 'sort'>): Conditions => {
    const conditions = noConditions();
    const { sql, values } = conditions;
    sql.push('removed_at IS NULL');
    if (filter !== 'all') sql.push(`${rankSql} = ${rankOf[filter]}`);
    const bind = (condition: string, name: string, value: number | null) => {
      if (value === null) return;
      sql.push(condition);
      values[name] = value;
    };
    bind('batch_id = @batchId', 'batchId', batchId);
    if (advice !== null) {
      sql.push(`state IN ('failed', 'placing') AND json_extract(error, '$.advice') = @advice`);
      values.advice = advice;
    }
    bind('created_at >= @from', 'from', from);
    bind('created_at < @to', 'to', to);
    search.add(conditions, text, {
      photographId: 'jobs.photograph_id',
      ofPhotograph: (condition) =>
        `EXISTS (SELECT 1 FROM photographs WHERE photographs.id = photograph_id AND ${condition})`,
      recipe: (names) => `recipe_name IN ${names}`,
      batch: (ids) => `batch_id IN ${ids}`,
      operation: (ids) => `operation IN ${ids}`,
      state: areIn,
      date: (span) => `created_at >= ${span.from} AND created_at < ${span.to}`,
    });
    return conditions;
  };
  const select = (query: JobQuery, rest: string): number[] => {
    const { sql, values } = conditionsOf(query);
    const from =
      query.sort === 'name'
        ? 'photographs INDEXED BY photographs_by_name CROSS JOIN jobs INDEXED BY jobs_of_photograph ON photograph_id = photographs.id'
        : 'jobs INDEXED BY jobs_by_activity';
    const text = `SELECT jobs.id FROM ${from} WHERE ${sql.join(' AND ')} ORDER BY ${orders[query.sort]} ${rest}`;
    return db.prepare<[object], number>(text).pluck().all(values);
  };

  return {
    /** The first jobs of a list. */
    first: (query: JobQuery, limit: number): number[] => select(query, `LIMIT ${limit}`),
    /** All of them. */
    all: (query: JobQuery): number[] => select(query, ''),
    /** Those of these jobs that are in one of `states` (null = all of them), in their order. */
    inStates(ids: number[], states: readonly JobState[] | null): number[] {
      if (states === null) return ids;
      const are = new Set(inStates.all({ ids: JSON.stringify(ids), states: JSON.stringify(states) }));
      return ids.filter((id) => are.has(id));
    },
    /** How many there are by what is done with them, whatever the query's own filter. */
    tally(query: JobQuery): JobTally {
      const { sql, values } = conditionsOf({ ...query, filter: 'all' });
      const rows = db
        .prepare<[object], { rank: number; n: number }>(
          `SELECT ${rankSql} AS rank, count(*) AS n FROM jobs INDEXED BY jobs_by_activity WHERE ${sql.join(' AND ')} GROUP BY 1`,
        )
        .all(values);
      const countOf = (rank: number) => rows.find((row) => row.rank === rank)?.n ?? 0;
      const all = rows.reduce((sum, { n }) => sum + n, 0);
      return Object.fromEntries(
        jobFilters.map((name) => [name, name === 'all' ? all : countOf(rankOf[name])]),
      ) as JobTally;
    },
    /** What chosen jobs are. */
    sum(choice: JobChoice): ChoiceTally {
      if ('ids' in choice) return ofIds(choice.ids, 1);
      const { sql, values } = conditionsOf(choice.query);
      const all = tallyOf(summing(`jobs INDEXED BY jobs_by_activity WHERE ${sql.join(' AND ')}`).all(values), 1);
      return choice.except.length === 0 ? all : added(all, ofIds(choice.except, -1));
    },
  };
}

interface SumRow {
  state: JobState;
  held: 0 | 1;
  n: number;
  bytes: number;
  givenUp: number;
  forGood: number;
}

function tallyOf(rows: readonly SumRow[], sign: 1 | -1): ChoiceTally {
  return rows
    .map(({ state, held, n, bytes, givenUp, forGood }) => ({
      count: sign * n,
      bytes: sign * bytes,
      states: { [state]: sign * n },
      // What is at rest is not held back from anything.
      held: held === 1 && !(finalStates as readonly JobState[]).includes(state) ? sign * n : 0,
      givenUp: sign * givenUp,
      forGood: sign * forGood,
    }))
    .reduce(added, { count: 0, bytes: 0, states: {}, held: 0, givenUp: 0, forGood: 0 });
}

function added(a: ChoiceTally, b: ChoiceTally): ChoiceTally {
  const states = { ...a.states };
  for (const [state, n] of Object.entries(b.states) as [JobState, number][]) states[state] = (states[state] ?? 0) + n;
  return {
    count: a.count + b.count,
    bytes: a.bytes + b.bytes,
    states,
    held: a.held + b.held,
    givenUp: a.givenUp + b.givenUp,
    forGood: a.forGood + b.forGood,
  };
}
