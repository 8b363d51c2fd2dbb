/** What can be read from a damaged database: rows by their trees, and rows of pages that no tree leads to any more. */

import { readWal } from './read-wal.ts';
import { openPages, type PageFile, type Tree, treeOf } from './sqlite-pages.ts';
import { pageKinds, type Value } from './sqlite-records.ts';
import { keyOf, type Row, rowOf, type Shape } from './table-shapes.ts';

export interface SalvagedTable {
  /** By key; as the database has them. */
  readonly rows: ReadonlyMap<string, Row>;
  /** From pages that belong to no tree, or that are not whole: perhaps older than what is lost. */
  readonly strays: ReadonlyMap<string, readonly Row[]>;
  /** Nothing of it was unreadable. */
  readonly isComplete: boolean;
}

export interface SalvagedData {
  readonly tables: ReadonlyMap<string, SalvagedTable>;
  /** What was committed last may be missing, without a trace. */
  readonly hasLostCommits: boolean;
  /** The highest job number there was; null where that cannot be read. */
  readonly lastJob: number | null;
  /** Of the index over tasks: which job each is of. */
  readonly taskJobs: ReadonlyMap<string, number>;
  /** Jobs as their unique index has them, by number: content_hash, recipe_hash, source_path, target_hash, profile_id, turn. */
  readonly indexedJobs: ReadonlyMap<number, readonly Value[]>;
  /** Jobs that follow none, as the index over them has them, by number: content_hash, recipe_hash, profile_id. */
  readonly leadingJobs: ReadonlyMap<number, readonly Value[]>;
  /** Names of the trees the schema has. */
  readonly treeNames: ReadonlySet<string>;
  readonly header: { readonly version: number; readonly applicationId: number } | null;
}

/**
 * Reads all tables of `file`, which no process has open. Nothing is written.
 * @param hasLostLog whether commits are known to be missing, though the log does not show it
 */
export function salvageRows(file: string, shapes: readonly Shape[], hasLostLog: boolean): SalvagedData {
  const wal = readWal(file, hasLostLog);
  const pages = openPages(file, wal);
  try {
    const roots = rootsOf(pages);
    const trees = new Map<string, Tree>();
    for (const [name, { root, isTable }] of roots) trees.set(name, treeOf(pages, root, isTable));
    const taken = new Set([...trees.values()].flatMap((tree) => [...tree.pages]));
    for (const number of pages.free()) taken.add(number);
    const strays = strayCells(pages, taken);
    for (const page of wal?.doubtful ?? []) strays.push(...cellsOn(pages.cellsIn(page)));
    const tables = new Map(shapes.map((shape) => [shape.table, foundTable(shape, trees.get(shape.table), strays)]));
    const first = pages.page(1);
    return {
      tables,
      hasLostCommits: wal?.hasLost ?? hasLostLog,
      lastJob: sequenceOf(trees.get('sqlite_sequence')),
      taskJobs: new Map(
        (trees.get('step_runs_by_task')?.rows ?? []).flatMap(({ values: [task, job] }) =>
          typeof task === 'string' && typeof job === 'number' ? [[task, job] as const] : [],
        ),
      ),
      indexedJobs: jobsIn(trees.get('jobs_once'), 7),
      leadingJobs: jobsIn(trees.get('jobs_leading'), 5),
      treeNames: new Set(roots.keys()),
      header: first?.toString('latin1', 0, 15) === 'SQLite format 3' ? headerOf(first) : null,
    };
  } finally {
    pages.close();
  }
}

/** The entries of an index over jobs by the job's number, with which SQLite ends them though the index may have it already. */
function jobsIn(index: Tree | undefined, length: number): Map<number, readonly Value[]> {
  return new Map(
    (index?.rows ?? []).flatMap(({ values }) => {
      const id = values.at(-1);
      return values.length === length && typeof id === 'number' ? [[id, values] as const] : [];
    }),
  );
}

function headerOf(first: Buffer) {
  return { version: first.readUInt32BE(60), applicationId: first.readUInt32BE(68) };
}

/** Roots of all trees by name, as the schema has them. */
function rootsOf(pages: PageFile): Map<string, { root: number; isTable: boolean }> {
  const found = new Map<string, { root: number; isTable: boolean }>();
  for (const { values } of treeOf(pages, 1, true).rows) {
    const [type, name, , root, sql] = values;
    if (typeof name !== 'string' || typeof root !== 'number' || root < 2) continue;
    const isTable = type === 'table' && !/WITHOUT ROWID/i.test(String(sql));
    found.set(name, { root, isTable });
  }
  return found;
}

interface StrayCell {
  readonly rowid: number;
  readonly values: readonly Value[];
  readonly isTable: boolean;
}

function strayCells(pages: PageFile, taken: ReadonlySet<number>): StrayCell[] {
  const found: StrayCell[] = [];
  for (let number = 2; number <= pages.count; number += 1) {
    if (!taken.has(number)) found.push(...cellsOn(pages.cells(number)));
  }
  return found;
}

function cellsOn(read: ReturnType<PageFile['cells']>): StrayCell[] {
  if (read === null || read.kind === pageKinds.tableInterior) return [];
  const isTable = read.kind === pageKinds.tableLeaf;
  return read.cells.flatMap((cell) => (cell?.values ? [{ rowid: cell.rowid, values: cell.values, isTable }] : []));
}

/** Tables of which a stray row can be told apart: by many columns, or by documents that say what they are. */
const recognisable = new Set([
  ...['batches', 'jobs', 'step_runs', 'results', 'job_events', 'written_files'],
  ...['recipes', 'folders', 'profiles', 'settings'],
]);

function foundTable(shape: Shape, tree: Tree | undefined, cells: readonly StrayCell[]): SalvagedTable {
  const rows = new Map<string, Row>();
  let isComplete = tree?.isComplete ?? false;
  for (const { values, rowid } of tree?.rows ?? []) {
    const row = rowOf(shape, values, rowid);
    if (row === null || rows.has(keyOf(shape, row))) isComplete = false;
    else rows.set(keyOf(shape, row), row);
  }
  const strays = new Map<string, Row[]>();
  if (!recognisable.has(shape.table)) return { rows, strays, isComplete };
  for (const { values, rowid, isTable } of cells) {
    if (isTable !== (shape.rowid !== null)) continue;
    const row = rowOf(shape, values, rowid);
    if (row === null || !isLike(shape.table, row)) continue;
    const key = keyOf(shape, row);
    strays.set(key, [...(strays.get(key) ?? []), row]);
  }
  return { rows, strays, isComplete };
}

/** Whether a row that no tree leads to says itself of which table it is. */
function isLike(table: string, row: Row): boolean {
  switch (table) {
    case 'batches':
    case 'jobs':
      return ['watch', 'drop', 'command', 'sample'].includes(String(row.origin));
    case 'results':
      return row.kind === 'image' || row.kind === 'analysis';
    case 'job_events':
      return ['made', 'state', 'fitted', 'retry', 'notice', 'error', 'result'].includes(String(row.kind));
    case 'written_files':
      return /^[0-9a-f]{64}$/.test(String(row.hash));
    case 'settings':
      return /^[a-z][A-Za-z]{3,30}$/.test(String(row.name)) && /^("|true|false|\d)/.test(String(row.value));
    case 'recipes':
      return /^\{.*"steps":/s.test(String(row.recipe));
    case 'folders':
      return /^\{.*"recipeId":/s.test(String(row.folder));
    case 'profiles':
      return /^\{.*"keyHeader":/s.test(String(row.profile));
    default:
      return true;
  }
}

function sequenceOf(tree: Tree | undefined): number | null {
  const row = tree?.rows.find(({ values }) => values[0] === 'jobs');
  if (typeof row?.values[1] === 'number') return row.values[1];
  return tree?.isComplete && row === undefined ? 0 : null;
}
