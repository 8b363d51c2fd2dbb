/** SQL conditions of queries of photographs. */
import type { Database } from 'better-sqlite3';
import type { FileType, PhotographQuery } from '../../../../contract/review/list-queries.ts';
import { flawSql } from '../measures/photo-ratings.ts';
import { isUnprocessed } from '../measures/proofs.ts';
import { flawedResults } from '../measures/result-flaws.ts';
import { isShortList, type QueryStrategy } from '../search/finding-conditions.ts';
import { createSearchSql } from '../search/search-sql.ts';
import {
  boundList,
  type Conditions,
  clientPicksSql,
  noConditions,
  type SearchColumns,
  sqlNameList,
} from '../search/sql-conditions.ts';
import { isInQueueStates } from './job-lists.ts';

const extensions: Readonly<Record<FileType, readonly string[]>> = {
  jpeg: ['.jpg', '.jpeg', '.jpe'],
  png: ['.png'],
  tiff: ['.tif', '.tiff'],
  webp: ['.webp'],
  bmp: ['.bmp'],
  heic: ['.heic', '.heif'],
};

const hasJobs = (condition: string, photographs = 'photographs') =>
  `${photographs}.id IN (SELECT photograph_id FROM jobs WHERE result_count > 0 AND ${condition})`;

const inBatch = (photographs: string) => `${photographs}.id IN (
  SELECT photograph_id FROM jobs WHERE result_count > 0 AND batch_id = @batchId
  UNION ALL SELECT photograph_id FROM proofs WHERE batch_id = @batchId)`;

/** Returns the part of a query that the sidebar sets. Its filters are not included. */
export function sidebarScope({ batchId, recipe, folderId, from, to }: PhotographQuery) {
  const values = Object.entries({ batchId, recipe, folderId, from, to }).filter(([, value]) => value !== null);
  return {
    /** @param photographs the table or its alias */
    conditions: (photographs: string): string[] => [
      `${photographs}.entries > 0`,
      ...(batchId === null ? [] : [inBatch(photographs)]),
      ...(recipe === null ? [] : [hasJobs('recipe_name = @recipe', photographs)]),
      ...(folderId === null ? [] : [`${photographs}.folder_id = @folderId`]),
      ...(from === null ? [] : [`${photographs}.added_at >= @from`]),
      ...(to === null ? [] : [`${photographs}.added_at < @to`]),
    ],
    values: Object.fromEntries(values) as Conditions['values'],
    isEverything: values.length === 0,
  };
}

/** Hides the other photographs of closed stacks, if the first one is in the scope. */
const isOutsideClosedStack = (scope: ReturnType<typeof sidebarScope>) => `photographs.id NOT IN (
  SELECT later.photograph_id FROM stacks AS later
  JOIN stacks AS first ON first.stack_id = later.stack_id AND first.place = 0
  JOIN photographs AS shown ON shown.id = first.photograph_id
  WHERE later.place > 0 AND later.stack_id NOT IN ${boundList('openStacks')}
    AND ${scope.conditions('shown').join(' AND ')})`;

function filterConditions(query: PhotographQuery): string[] {
  const conditions: string[] = [];
  if (query.undecided) conditions.push('flag = 0 AND stars = 0 AND label = 0');
  if (query.unprocessed)
    conditions.push(`photographs.id IN (SELECT photograph_id FROM proofs) AND ${isUnprocessed('photographs.id')}`);
  if (query.flaws.length > 0) {
    const hasFlaw = query.flaws.map((flaw) => `(${flawSql[flaw]})`).join(' OR ');
    conditions.push(
      `photographs.id IN (SELECT photograph_id FROM measures WHERE judged_at IS NOT NULL AND (${hasFlaw}))`,
    );
  }
  if (query.flawed)
    conditions.push(`photographs.id IN (SELECT photograph_id FROM results WHERE id IN (${flawedResults}))`);
  if (query.pickedByClient) conditions.push(`photographs.id IN ${clientPicksSql('picked = 1')}`);
  // The contract has checked that these are numbers.
  if (query.flags.length > 0) conditions.push(`flag IN (${query.flags.join(', ')})`);
  if (query.labels.length > 0) conditions.push(`label IN (${query.labels.join(', ')})`);
  if (query.stars !== null) conditions.push(`stars ${query.stars.is} ${query.stars.n}`);
  if (query.fileType !== null) {
    const endings = extensions[query.fileType].map((end) => `substr(words, -${end.length}) = '${end}'`);
    conditions.push(`(${endings.join(' OR ')})`);
  }
  return conditions;
}

const searchColumns = (db: Database, strategy: QueryStrategy): SearchColumns => ({
  photographId: 'photographs.id',
  ofPhotograph: (condition) => condition,
  recipe: (names) => hasJobs(`recipe_name IN ${names}`),
  batch: (ids) => hasJobs(`batch_id IN ${ids}`),
  operation: (ids) =>
    isShortList(db, `results WHERE operation IN ${ids}`, strategy)
      ? `photographs.id IN (SELECT photograph_id FROM results WHERE operation IN ${ids})`
      : `EXISTS (SELECT 1 FROM results WHERE photograph_id = photographs.id AND +operation IN ${ids})`,
  // Most jobs are done, so a list is short for the other states only.
  state: (states) =>
    states.includes('done')
      ? `EXISTS (SELECT 1 FROM jobs WHERE photograph_id = photographs.id AND state IN ${sqlNameList(states)})`
      : `photographs.id IN (SELECT photograph_id FROM jobs INDEXED BY jobs_by_activity WHERE ${isInQueueStates(states)})`,
  date: ({ from, to }) => `(added_at >= ${from} AND added_at < ${to} OR taken_at >= ${from} AND taken_at < ${to})`,
});

export function createPhotographConditions(
  db: Database,
  strategy: QueryStrategy,
): (query: PhotographQuery) => Conditions {
  const search = createSearchSql(db, strategy);
  const columns = searchColumns(db, strategy);

  return (query) => {
    const conditions = noConditions();
    const { sql, values } = conditions;
    const scope = sidebarScope(query);
    sql.push(...scope.conditions('photographs'));
    Object.assign(values, scope.values);
    if (query.folded) {
      sql.push(isOutsideClosedStack(scope));
      values.openStacks = JSON.stringify(query.openStacks);
    }
    if (query.operation !== null) {
      sql.push('id IN (SELECT photograph_id FROM results WHERE operation = @operation)');
      values.operation = query.operation;
    }
    for (const { kind, text, atLeast } of query.findings) {
      const amount = atLeast === null ? null : ({ compare: '>=', value: atLeast } as const);
      sql.push(search.findings.conditionFor('photographs.id', kind, text, amount));
    }
    sql.push(...filterConditions(query));
    search.add(conditions, query.text, columns);
    return conditions;
  };
}
