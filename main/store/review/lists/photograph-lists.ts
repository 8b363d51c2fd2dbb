/** The light table as lists of any length: which photographs a query means, in which order; read from indexes alone. */
import type { Database } from 'better-sqlite3';
import type { FindingCount } from '../../../../contract/findings/finding-kinds.ts';
import type { FileType, PhotographQuery, PhotographSort } from '../../../../contract/review/list-queries.ts';
import { flawSql } from '../flaw-sql.ts';
import { isUnprocessed } from '../measures/proofs.ts';
import { flawedResults } from '../measures/result-inspections.ts';
import { defaultStrategy, isShortList, type QueryStrategy } from '../search/finding-conditions.ts';
import { type Conditions, clientPicksSql, createSearchSql, noConditions, sqlNameList } from '../search/search-sql.ts';
import { areIn } from './job-lists.ts';
import { orderBursts } from './photograph-order.ts';

const endings: Readonly<Record<FileType, readonly string[]>> = {
  jpeg: ['.jpg', '.jpeg', '.jpe'],
  png: ['.png'],
  tiff: ['.tif', '.tiff'],
  webp: ['.webp'],
  bmp: ['.bmp'],
  heic: ['.heic', '.heif'],
};
const takenSql = 'coalesce(taken_at, added_at)';
const orders: Readonly<Record<PhotographSort, (direction: 'ASC' | 'DESC') => string>> = {
  added: (direction) => `added_at ${direction}, id ${direction}`,
  taken: (direction) => `${takenSql} ${direction}, id ${direction}`,
  name: (direction) => `name_key ${direction}, id`,
  stars: (direction) => `stars ${direction}, flag ${direction}, added_at DESC, id DESC`,
  size: (direction) => `bytes ${direction}, id`,
};

const ofJobs = (condition: string, photograph = 'photographs') =>
  `${photograph}.id IN (SELECT photograph_id FROM jobs WHERE result_count > 0 AND ${condition})`;

/** That a photograph is where one looks, whatever the filters are. */
function placeOf(query: PhotographQuery) {
  const { batchId, recipe, folderId, from, to } = query;
  const given = Object.entries({ batchId, recipe, folderId, from, to }).filter(([, value]) => value !== null);
  return {
    conditions: (photograph: string): string[] => [
      `${photograph}.entries > 0`,
      ...(batchId === null
        ? []
        : [
            `${photograph}.id IN (SELECT photograph_id FROM jobs WHERE result_count > 0 AND batch_id = @batchId
              UNION ALL SELECT photograph_id FROM proofs WHERE batch_id = @batchId)`,
          ]),
      ...(recipe === null ? [] : [ofJobs('recipe_name = @recipe', photograph)]),
      ...(folderId === null ? [] : [`${photograph}.folder_id = @folderId`]),
      ...(from === null ? [] : [`${photograph}.added_at >= @from`]),
      ...(to === null ? [] : [`${photograph}.added_at < @to`]),
    ],
    values: Object.fromEntries(given) as Conditions['values'],
    isEverywhere: given.length === 0,
  };
}

export function photographLists(db: Database, strategy: QueryStrategy = defaultStrategy) {
  const search = createSearchSql(db, strategy);

  function conditionsOf(query: PhotographQuery): Conditions {
    const conditions = noConditions();
    const { sql, values } = conditions;
    const bind = (condition: string, name: string, value: string | number | null) => {
      if (value === null) return;
      sql.push(condition);
      values[name] = value;
    };
    const place = placeOf(query);
    sql.push(...place.conditions('photographs'));
    Object.assign(values, place.values);
    if (query.folded) {
      // A stack is folded onto its first photograph, where that is listed as well.
      sql.push(`photographs.id NOT IN (
        SELECT later.photograph_id FROM stacks AS later
        JOIN stacks AS first ON first.stack_id = later.stack_id AND first.place = 0
        JOIN photographs AS shown ON shown.id = first.photograph_id
        WHERE later.place > 0 AND later.stack_id NOT IN (SELECT value FROM json_each(@openStacks))
          AND ${place.conditions('shown').join(' AND ')})`);
      values.openStacks = JSON.stringify(query.openStacks);
    }
    bind('id IN (SELECT photograph_id FROM results WHERE operation = @operation)', 'operation', query.operation);
    for (const { kind, text, atLeast } of query.findings)
      sql.push(
        search.findings.conditionFor(
          'photographs.id',
          kind,
          text,
          atLeast === null ? null : { compare: '>=', value: atLeast },
        ),
      );
    if (query.undecided) sql.push('flag = 0 AND stars = 0 AND label = 0');
    if (query.unprocessed)
      sql.push(`photographs.id IN (SELECT photograph_id FROM proofs) AND ${isUnprocessed('photographs.id')}`);
    if (query.flaws.length > 0) {
      const found = query.flaws.map((flaw) => `(${flawSql[flaw]})`).join(' OR ');
      sql.push(`photographs.id IN (SELECT photograph_id FROM measures WHERE judged_at IS NOT NULL AND (${found}))`);
    }
    if (query.flawed) sql.push(`photographs.id IN (SELECT photograph_id FROM results WHERE id IN (${flawedResults}))`);
    if (query.pickedByClient) sql.push(`photographs.id IN ${clientPicksSql('picked = 1')}`);
    // Numbers that the contract has checked.
    if (query.flags.length > 0) sql.push(`flag IN (${query.flags.join(', ')})`);
    if (query.labels.length > 0) sql.push(`label IN (${query.labels.join(', ')})`);
    if (query.stars !== null) sql.push(`stars ${query.stars.is} ${query.stars.n}`);
    if (query.fileType !== null)
      sql.push(`(${endings[query.fileType].map((end) => `substr(words, -${end.length}) = '${end}'`).join(' OR ')})`);
    search.add(conditions, query.text, {
      photographId: 'photographs.id',
      ofPhotograph: (condition) => condition,
      recipe: (names) => ofJobs(`recipe_name IN ${names}`),
      batch: (ids) => ofJobs(`batch_id IN ${ids}`),
      operation: (ids) =>
        isShortList(db, `results WHERE operation IN ${ids}`, strategy)
          ? `photographs.id IN (SELECT photograph_id FROM results WHERE operation IN ${ids})`
          : `EXISTS (SELECT 1 FROM results WHERE photograph_id = photographs.id AND +operation IN ${ids})`,
      // Nearly all are done; whatever else there is, are few.
      state: (states) =>
        states.includes('done')
          ? `EXISTS (SELECT 1 FROM jobs WHERE photograph_id = photographs.id AND state IN ${sqlNameList(states)})`
          : `photographs.id IN (SELECT photograph_id FROM jobs INDEXED BY jobs_by_activity WHERE ${areIn(states)})`,
      date: ({ from, to }) => `(added_at >= ${from} AND added_at < ${to} OR taken_at >= ${from} AND taken_at < ${to})`,
    });
    return conditions;
  }
  const stacked = db
    .prepare<[{ open: string | null }], [number, number]>(
      `SELECT photograph_id, stack_id FROM stacks
       WHERE @open IS NULL OR stack_id IN (SELECT value FROM json_each(@open))`,
    )
    .raw();
  const select = (query: PhotographQuery, rest: string): number[] => {
    const { sql, values } = conditionsOf(query);
    const order = orders[query.sort](query.descending ? 'DESC' : 'ASC');
    const selectSql = (columns: string) =>
      `SELECT ${columns} FROM photographs WHERE ${sql.join(' AND ')} ORDER BY ${order} ${rest}`;
    if (query.sort !== 'added' && query.sort !== 'taken')
      return db.prepare<[object], number>(selectSql('id')).pluck().all(values);
    const stackOf = new Map(stacked.all({ open: query.folded ? JSON.stringify(query.openStacks) : null }));
    // As the indexes of both orders have it.
    const takenAt = `nullif(${takenSql}, added_at)`;
    const rows = db.prepare<[object], [number, number | null, number]>(selectSql(`id, ${takenAt}, folder_id`)).raw();
    return orderBursts(
      rows.all(values).map(([id, at, folderId]) => ({ id, takenAt: at, folderId, stackId: stackOf.get(id) ?? null })),
    );
  };

  const everywhere = db.prepare<[], FindingCount>(
    'SELECT kind, text, photographs AS count FROM finding_counts WHERE photographs > 0 ORDER BY kind, text',
  );

  return {
    /** What was found in the photographs of where one looks, and in how many of them. */
    findings(query: PhotographQuery): FindingCount[] {
      const place = placeOf(query);
      if (place.isEverywhere) return everywhere.all();
      return db
        .prepare<[object], FindingCount>(
          `SELECT kind, text, count(DISTINCT photograph_id) AS count FROM findings
           WHERE photograph_id IN (SELECT id FROM photographs WHERE ${place.conditions('photographs').join(' AND ')})
           GROUP BY kind, text ORDER BY kind, text`,
        )
        .all(place.values);
    },
    /** The first photographs of a list. */
    first: (query: PhotographQuery, limit: number): number[] => select(query, `LIMIT ${limit}`),
    /** How many there are. */
    count(query: PhotographQuery): number {
      const { sql, values } = conditionsOf(query);
      const text = `SELECT count(*) FROM photographs WHERE ${sql.join(' AND ')}`;
      return db.prepare<[object], number>(text).pluck().get(values) ?? 0;
    },
    /** All of them. */
    all: (query: PhotographQuery): number[] => select(query, ''),
  };
}
