/** The tables as the migrations make them, and whether values that were found may be a row of one. */
import type { Database } from 'better-sqlite3';
import type { Value } from './sqlite-records.ts';

export type Row = Record<string, Value>;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** Left out of rows that are older than the column. */
  readonly isOptional: boolean;
}

export interface Shape {
  readonly table: string;
  /** In the order of a record, which of a table without rowid begins with its key. */
  readonly columns: readonly Column[];
  /** Names of the key's columns. */
  readonly key: readonly string[];
  /** The column that is the rowid; null in a table without one. */
  readonly rowid: string | null;
}

/** Of use only while a process runs, to this one file, or worked out from other tables. */
const notOfRows = [
  ...['queue_holder', 'conditions', 'log_mark', 'kept_space', 'previews_to_keep', 'measures', 'stacks'],
  ...['findings', 'finding_counts', 'findings_to_read', 'result_looks', 'result_flaws', 'sights'],
]
  .map((name) => `'${name}'`)
  .join(', ');

/** Tables of `db`, but for those above. */
export function shapesOf(db: Database): Shape[] {
  const tables = db
    .prepare<[], { name: string; wr: 0 | 1 }>(
      `SELECT name, wr FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN (${notOfRows})`,
    )
    .all();
  return tables.map(({ name, wr }) => {
    const info = db
      .prepare<[string], { name: string; type: string; notnull: 0 | 1; dflt_value: string | null; pk: number }>(
        'SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?)',
      )
      .all(name);
    const inKey = info.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    const rowid = wr === 0 && inKey.length === 1 && inKey[0]?.type === 'INTEGER' ? inKey[0].name : null;
    const order = wr === 1 ? [...inKey, ...info.filter(({ pk }) => pk === 0)] : info;
    return {
      table: name,
      key: inKey.map((column) => column.name),
      rowid,
      columns: order.map(({ name: column, type, notnull, dflt_value, pk }) => ({
        name: column,
        type,
        isNullable: notnull === 0 && (pk === 0 || column === rowid),
        isOptional: dflt_value !== null || notnull === 0,
      })),
    };
  });
}

/** The values as a row of the table; null where they cannot be one. */
export function rowOf({ columns, rowid }: Shape, values: readonly Value[], id: number): Row | null {
  if (values.length > columns.length) return null;
  const row: Row = {};
  for (const [index, column] of columns.entries()) {
    const value = values[index];
    if (value === undefined) {
      if (!column.isOptional) return null;
      continue;
    }
    // SQLite keeps the rowid only once, in the cell.
    if (column.name === rowid) {
      if (value !== null || !Number.isSafeInteger(id) || id < 1) return null;
      row[column.name] = id;
      continue;
    }
    if (value === null ? !column.isNullable : typeof value !== (column.type === 'INTEGER' ? 'number' : 'string'))
      return null;
    row[column.name] = value;
  }
  return row;
}

export function keyOf({ key }: Pick<Shape, 'key'>, row: Row): string {
  return JSON.stringify(key.map((name) => row[name]));
}
