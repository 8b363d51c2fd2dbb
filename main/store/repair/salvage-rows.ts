/** Reads the rows of a damaged database: in its trees, and stray ones on other pages. */
import { readWal } from './read-wal.ts';
import { openPages, type PageFile, readTree, type Tree } from './sqlite-pages.ts';
import { pageKinds, type TreePage, type Value } from './sqlite-records.ts';
import { keyOf, type Row, type TableShape, toRow } from './table-shapes.ts';

export interface SalvagedTable {
  /** Rows in the tree, by key. */
  readonly rows: ReadonlyMap<string, Row>;
  /** Rows from other or damaged pages, by key. They may be outdated. */
  readonly strays: ReadonlyMap<string, readonly Row[]>;
  /** Whether all of the tree was readable. */
  readonly isComplete: boolean;
}

export interface SalvagedData {
  readonly tables: ReadonlyMap<string, SalvagedTable>;
  /** Whether the last commits may be missing without a trace. */
  readonly hasLostCommits: boolean;
  /** The highest job id ever given out; null if unreadable. */
  readonly lastId: number | null;
  /** Job ids by task, from an index. */
  readonly taskJobs: ReadonlyMap<string, number>;
  /** Entries of the index `jobs_once`, by job id. */
  readonly indexedJobs: ReadonlyMap<number, readonly Value[]>;
  /** Entries of the index `jobs_leading`, by job id. */
  readonly leadingJobs: ReadonlyMap<number, readonly Value[]>;
  readonly treeNames: ReadonlySet<string>;
  /** The version in the header; null if unreadable. */
  readonly version: number | null;
}

/**
 * Reads all tables of `file`, which no process has open.
 * @param hasLostCommits whether commits are missing, although the WAL does not show it
 */
export function salvageRows(file: string, shapes: readonly TableShape[], hasLostCommits: boolean): SalvagedData {
  const wal = readWal(file, hasLostCommits);
  const pages = openPages(file, wal);
  try {
    const roots = readRoots(pages);
    const trees = new Map<string, Tree>();
    for (const [name, { root, isTable }] of roots) trees.set(name, readTree(pages, root, isTable));
    const usedPages = new Set([...trees.values()].flatMap((tree) => [...tree.pages]));
    for (const number of pages.listFree()) usedPages.add(number);
    const strays = readStrayCells(pages, usedPages);
    for (const page of wal?.doubtful ?? []) strays.push(...cellsOn(pages.parse(page)));
    const tables = new Map(shapes.map((shape) => [shape.table, salvageTable(shape, trees.get(shape.table), strays)]));
    const firstPage = pages.page(1);
    return {
      tables,
      hasLostCommits: wal?.hasLostCommits ?? hasLostCommits,
      lastId: findLastId(trees.get('sqlite_sequence')),
      taskJobs: new Map(
        (trees.get('step_runs_by_task')?.rows ?? []).flatMap(({ values: [task, job] }) =>
          typeof task === 'string' && typeof job === 'number' ? [[task, job] as const] : [],
        ),
      ),
      indexedJobs: entriesByJob(trees.get('jobs_once'), 7),
      leadingJobs: entriesByJob(trees.get('jobs_leading'), 5),
      treeNames: new Set(roots.keys()),
      version: firstPage?.toString('latin1', 0, 15) === 'SQLite format 3' ? firstPage.readUInt32BE(60) : null,
    };
  } finally {
    pages.close();
  }
}

/** Returns index entries by job id: SQLite appends the rowid to each, even if it is indexed. */
function entriesByJob(index: Tree | undefined, length: number): Map<number, readonly Value[]> {
  return new Map(
    (index?.rows ?? []).flatMap(({ values }) => {
      const id = values.at(-1);
      return values.length === length && typeof id === 'number' ? [[id, values] as const] : [];
    }),
  );
}

function readRoots(pages: PageFile): Map<string, { root: number; isTable: boolean }> {
  const found = new Map<string, { root: number; isTable: boolean }>();
  for (const { values } of readTree(pages, 1, true).rows) {
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

function readStrayCells(pages: PageFile, usedPages: ReadonlySet<number>): StrayCell[] {
  const found: StrayCell[] = [];
  for (let number = 2; number <= pages.count; number += 1) {
    if (!usedPages.has(number)) found.push(...cellsOn(pages.treePage(number)));
  }
  return found;
}

function cellsOn(page: TreePage | null): StrayCell[] {
  if (page === null || page.kind === pageKinds.tableInterior) return [];
  const isTable = page.kind === pageKinds.tableLeaf;
  return page.cells.flatMap((cell) => (cell?.values ? [{ rowid: cell.rowid, values: cell.values, isTable }] : []));
}

/** Tables whose stray rows are recognizable by their columns or documents. */
const recognizableTables = new Set([
  'batches',
  'jobs',
  'step_runs',
  'results',
  'job_events',
  'written_files',
  'recipes',
  'folders',
  'profiles',
  'settings',
]);

function salvageTable(shape: TableShape, tree: Tree | undefined, cells: readonly StrayCell[]): SalvagedTable {
  const rows = new Map<string, Row>();
  let isComplete = tree?.isComplete ?? false;
  for (const { values, rowid } of tree?.rows ?? []) {
    const row = toRow(shape, values, rowid);
    if (row === null || rows.has(keyOf(shape, row))) isComplete = false;
    else rows.set(keyOf(shape, row), row);
  }
  const strays = new Map<string, Row[]>();
  if (!recognizableTables.has(shape.table)) return { rows, strays, isComplete };
  for (const { values, rowid, isTable } of cells) {
    if (isTable !== (shape.rowid !== null)) continue;
    const row = toRow(shape, values, rowid);
    if (row === null || !isTypicalRow(shape.table, row)) continue;
    const key = keyOf(shape, row);
    strays.set(key, [...(strays.get(key) ?? []), row]);
  }
  return { rows, strays, isComplete };
}

function isTypicalRow(table: string, row: Row): boolean {
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

function findLastId(tree: Tree | undefined): number | null {
  const row = tree?.rows.find(({ values }) => values[0] === 'jobs');
  if (typeof row?.values[1] === 'number') return row.values[1];
  return tree?.isComplete && row === undefined ? 0 : null;
}
