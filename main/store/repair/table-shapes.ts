import type { Database } from 'better-sqlite3';
import type { Value } from './sqlite-records.ts';

export type Row = Record<string, Value>;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** Whether rows older than the column lack it. */
  readonly isOptional: boolean;
}

export interface TableShape {
  readonly table: string;
  /** In the order of a record. In a table without rowid, the key comes first. */
  readonly columns: readonly Column[];
  readonly key: readonly string[];
  /** The column that is the rowid, or null. */
  readonly rowid: string | null;
}

/** Their rows belong to a process or the file, or are derived again. */
const excludedTables = [
  'queue_holder',
  'conditions',
  'log_mark',
  'kept_space',
  'previews_to_keep',
  'measures',
  'stacks',
  'findings',
  'finding_counts',
  'findings_to_read',
  'result_looks',
  'result_flaws',
  'sights',
];

export function readShapes(db: Database): TableShape[] {
  const excluded = excludedTables.map((name) => `'${name}'`).join(', ');
  const tables = db
    .prepare<[], { name: string; wr: 0 | 1 }>(
      `SELECT name, wr FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN (${excluded})`,
    )
    .all();
  return tables.map(({ name, wr }) => {
    const info = db
      .prepare<[string], { name: string; type: string; notnull: 0 | 1; dflt_value: string | null; pk: number }>(
        'SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?)',
      )
      .all(name);
    const keyColumns = info.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    const rowid = wr === 0 && keyColumns.length === 1 && keyColumns[0]?.type === 'INTEGER' ? keyColumns[0].name : null;
    const order = wr === 1 ? [...keyColumns, ...info.filter(({ pk }) => pk === 0)] : info;
    return {
      table: name,
      key: keyColumns.map((column) => column.name),
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

/** Returns null if the values do not fit the columns. */
export function toRow({ columns, rowid }: TableShape, values: readonly Value[], id: number): Row | null {
  if (values.length > columns.length) return null;
  const row: Row = {};
  for (const [index, column] of columns.entries()) {
    const value = values[index];
    if (value === undefined) {
      if (!column.isOptional) return null;
      continue;
    }
    // SQLite stores the rowid in the cell, and null in the record.
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

export function keyOf({ key }: Pick<TableShape, 'key'>, row: Row): string {
  return JSON.stringify(key.map((name) => row[name]));
}
