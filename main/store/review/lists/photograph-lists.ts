/** Lists of photographs of any length, read from indexes alone. */
import type { Database } from 'better-sqlite3';
import type { FindingCount } from '../../../../contract/findings/finding-kinds.ts';
import type { PhotographQuery } from '../../../../contract/review/list-queries.ts';
import { isInScopeSql } from '../photographs/primary-result-sql.ts';
import { defaultStrategy, type QueryStrategy } from '../search/finding-conditions.ts';
import { createPhotographConditions, sidebarScope } from './photograph-conditions.ts';
import { orderBursts, photographOrder, takenAtColumn } from './photograph-order.ts';

/** `open` is a JSON list of ids; null = all stacks. */
const stackMembers = `SELECT photograph_id, stack_id FROM stacks
  WHERE @open IS NULL OR stack_id IN (SELECT value FROM json_each(@open))`;
const countsOfFindings =
  'SELECT kind, text, photographs AS count FROM finding_counts WHERE photographs > 0 ORDER BY kind, text';
const countFindingsOf = (condition: string) => `SELECT kind, text, count(DISTINCT photograph_id) AS count FROM findings
  WHERE photograph_id IN (SELECT id FROM photographs WHERE ${condition}) GROUP BY kind, text ORDER BY kind, text`;

export interface NewestResult {
  readonly photographId: number;
  readonly resultId: number;
}

export function photographLists(db: Database, strategy: QueryStrategy = defaultStrategy) {
  const conditionsOf = createPhotographConditions(db, strategy);
  const stackIds = db.prepare<[{ open: string | null }], [number, number]>(stackMembers).raw();
  const allFindings = db.prepare<[], FindingCount>(countsOfFindings);

  const select = (query: PhotographQuery, limit: string): number[] => {
    const { sql, values } = conditionsOf(query);
    const order = photographOrder(query.sort, query.descending);
    const selectSql = (columns: string) =>
      `SELECT ${columns} FROM photographs WHERE ${sql.join(' AND ')} ORDER BY ${order} ${limit}`;
    if (query.sort !== 'added' && query.sort !== 'taken')
      return db.prepare<[object], number>(selectSql('id')).pluck().all(values);
    const stackOf = new Map(stackIds.all({ open: query.folded ? JSON.stringify(query.openStacks) : null }));
    const columns = `id, ${takenAtColumn}, folder_id`;
    const rows = db.prepare<[object], [number, number | null, number]>(selectSql(columns)).raw().all(values);
    return orderBursts(
      rows.map(([id, takenAt, folderId]) => ({ id, takenAt, folderId, stackId: stackOf.get(id) ?? null })),
    );
  };

  return {
    /** Returns the findings in the scope of the sidebar, with the number of photographs of each. */
    findings(query: PhotographQuery): FindingCount[] {
      const scope = sidebarScope(query);
      if (scope.isEverything) return allFindings.all();
      const text = countFindingsOf(scope.conditions('photographs').join(' AND '));
      return db.prepare<[object], FindingCount>(text).all(scope.values);
    },
    first: (query: PhotographQuery, limit: number): number[] => select(query, `LIMIT ${limit}`),
    count(query: PhotographQuery): number {
      const { sql, values } = conditionsOf(query);
      const text = `SELECT count(*) FROM photographs WHERE ${sql.join(' AND ')}`;
      return db.prepare<[object], number>(text).pluck().get(values) ?? 0;
    },
    all: (query: PhotographQuery): number[] => select(query, ''),
    /** Returns the last result of the listed photographs that was not made by hand, or null. */
    newest(query: PhotographQuery): NewestResult | null {
      const { sql, values } = conditionsOf(query);
      const { batchId, recipe, operation } = query;
      // From the last result backward: usually the first one matches.
      const text = `SELECT photograph_id AS photographId, id AS resultId FROM results WHERE version = 0
        AND EXISTS (SELECT 1 FROM photographs WHERE ${isInScopeSql} AND ${sql.join(' AND ')}) ORDER BY id DESC LIMIT 1`;
      return db.prepare<[object], NewestResult>(text).get({ ...values, batchId, recipe, operation }) ?? null;
    },
  };
}
