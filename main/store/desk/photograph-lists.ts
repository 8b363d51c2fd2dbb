/** The light table as lists of any length: which photographs a query means, in which order; read from indexes alone. */
import type { Database } from 'better-sqlite3';
import type { FileType, PhotographQuery, PhotographSort } from '../../../preload/contract/desk/lists.ts';
import { type Conditions, noConditions, searchWords } from './search-words.ts';

const endings: Readonly<Record<FileType, readonly string[]>> = {
  jpeg: ['.jpg', '.jpeg', '.jpe'],
  png: ['.png'],
  tiff: ['.tif', '.tiff'],
  webp: ['.webp'],
  bmp: ['.bmp'],
  heic: ['.heic', '.heif'],
};
const takenSql = 'coalesce(taken_at, added_at)';
const orders: Readonly<Record<PhotographSort, (way: 'ASC' | 'DESC') => string>> = {
  added: (way) => `added_at ${way}, id ${way}`,
  taken: (way) => `${takenSql} ${way}, id ${way}`,
  name: (way) => `name_key ${way}, id`,
  stars: (way) => `stars ${way}, flag ${way}, added_at DESC, id DESC`,
  size: (way) => `bytes ${way}, id`,
};

export function photographLists(db: Database) {
  const search = searchWords(db);

  function conditionsOf(query: PhotographQuery): Conditions {
    const conditions = noConditions();
    const { sql, values } = conditions;
    const bind = (condition: string, name: string, value: string | number | null) => {
      if (value === null) return;
      sql.push(condition);
      values[name] = value;
    };
    const ofJobs = (condition: string, photograph = 'photographs') =>
      `${photograph}.id IN (SELECT photograph_id FROM jobs WHERE result_count > 0 AND ${condition})`;
    /** Conditions that a photograph is where one looks, whatever the filters are. */
    const placeOf = (photograph: string): string[] => [
      `${photograph}.results > 0`,
      ...(query.batchId === null ? [] : [ofJobs('batch_id = @batchId', photograph)]),
      ...(query.recipe === null ? [] : [ofJobs('recipe_name = @recipe', photograph)]),
      ...(query.folderId === null ? [] : [`${photograph}.folder_id = @folderId`]),
      ...(query.from === null ? [] : [`${photograph}.added_at >= @from`]),
      ...(query.to === null ? [] : [`${photograph}.added_at < @to`]),
    ];
    sql.push(...placeOf('photographs'));
    for (const name of ['batchId', 'recipe', 'folderId', 'from', 'to'] as const) {
      const value = query[name];
      if (value !== null) values[name] = value;
    }
    if (query.folded) {
      // A stack is folded onto its first photograph, where that is listed as well.
      sql.push(`photographs.id NOT IN (
        SELECT later.photograph_id FROM stacks AS later
        JOIN stacks AS first ON first.stack_id = later.stack_id AND first.place = 0
        JOIN photographs AS shown ON shown.id = first.photograph_id
        WHERE later.place > 0 AND later.stack_id NOT IN (SELECT value FROM json_each(@openStacks))
          AND ${placeOf('shown').join(' AND ')})`);
      values.openStacks = JSON.stringify(query.openStacks);
    }
    bind('id IN (SELECT photograph_id FROM results WHERE operation = @operation)', 'operation', query.operation);
    if (query.undecided) sql.push('flag = 0 AND stars = 0 AND label = 0');
    // Numbers that the contract has checked.
    if (query.flags.length > 0) sql.push(`flag IN (${query.flags.join(', ')})`);
    if (query.labels.length > 0) sql.push(`label IN (${query.labels.join(', ')})`);
    if (query.stars !== null) sql.push(`stars ${query.stars.is} ${query.stars.n}`);
    if (query.fileType !== null)
      sql.push(`(${endings[query.fileType].map((end) => `substr(words, -${end.length}) = '${end}'`).join(' OR ')})`);
    search.add(conditions, query.text, {
      photograph: (ids) => `id IN ${ids}`,
      ofPhotograph: (condition) => condition,
      recipe: (names) => ofJobs(`recipe_name IN ${names}`),
      batch: (ids) => ofJobs(`batch_id IN ${ids}`),
    });
    return conditions;
  }
  const select = (query: PhotographQuery, rest: string): number[] => {
    const { sql, values } = conditionsOf(query);
    const order = orders[query.sort](query.descending ? 'DESC' : 'ASC');
    const text = `SELECT id FROM photographs WHERE ${sql.join(' AND ')} ORDER BY ${order} ${rest}`;
    return db.prepare<[object], number>(text).pluck().all(values);
  };

  return {
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
