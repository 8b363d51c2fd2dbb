/** Reads the two sources of a repair: the damaged file and its newest intact backup. */
import { copyFileSync, existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { listBackups } from '../database/backups.ts';
import { type SalvagedData, salvageRows } from './salvage-rows.ts';
import { removeDatabase, repairedPath } from './swap-database.ts';
import { keyOf, type Row, readShapes, type TableShape } from './table-shapes.ts';

/** Migrates a new or old database, by default to the latest version. */
type Migrate = (db: Database.Database, last?: number) => void;

export interface SourceOptions {
  readonly migrate: Migrate;
  readonly latest: number;
  /** Whether commits are missing, although the file does not show it. */
  readonly hasLostCommits: boolean;
}

export interface DamagedSource {
  /** Tables of `version`. */
  readonly shapes: readonly TableShape[];
  /** Null if the file is missing or must not be read. */
  readonly salvaged: SalvagedData | null;
  readonly version: number;
}

/** Reads the file at the version in its header, unless that loses rows. */
export function readDamagedFile(file: string, options: SourceOptions, shouldReadFile: boolean): DamagedSource {
  const { migrate, latest, hasLostCommits } = options;
  const shapesAt = (version: number) => {
    const empty = new Database(':memory:');
    try {
      migrate(empty, version);
      return readShapes(empty);
    } finally {
      empty.close();
    }
  };
  const latestShapes = shapesAt(latest);
  if (!shouldReadFile || !existsSync(file)) return { shapes: latestShapes, salvaged: null, version: latest };
  const salvaged = salvageRows(file, latestShapes, hasLostCommits);
  const version = salvaged.version ?? latest;
  if (version < 1 || version >= latest) return { shapes: latestShapes, salvaged, version: latest };
  // The number may be damaged.
  const shapes = shapesAt(version);
  const salvagedAtVersion = salvageRows(file, shapes, hasLostCommits);
  return countRows(salvagedAtVersion) < countRows(salvaged) ||
    latestShapes.every(({ table }) => salvaged.treeNames.has(table))
    ? { shapes: latestShapes, salvaged, version: latest }
    : { shapes, salvaged: salvagedAtVersion, version };
}

function countRows({ tables }: SalvagedData): number {
  return [...tables.values()].reduce((sum, { rows }) => sum + rows.size, 0);
}

export interface GoodBackup {
  /** ms since 1970. */
  readonly createdAt: number;
  /** Rows by table and key. */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, Row>>;
  /** The highest job id that was given out. */
  readonly lastId: number;
}

/** Returns a migrated copy of the newest intact backup, or null. */
export function readNewestBackup(file: string, version: number, migrate: Migrate): GoodBackup | null {
  const scratch = `${repairedPath(file)}-copy`;
  for (const { file: backup, createdAt } of listBackups(file)) {
    removeDatabase(scratch);
    copyFileSync(backup, scratch);
    let db: Database.Database | null = null;
    try {
      db = new Database(scratch);
      if (db.pragma('integrity_check(1)', { simple: true }) !== 'ok') continue;
      migrate(db, version);
      return { createdAt, rows: readAllRows(db), lastId: readLastId(db) };
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
    } finally {
      db?.close();
      removeDatabase(scratch);
    }
  }
  return null;
}

function readAllRows(db: Database.Database): Map<string, Map<string, Row>> {
  return new Map(
    readShapes(db).map((shape) => {
      const rows = db.prepare<[], Row>(`SELECT * FROM "${shape.table}"`).all();
      return [shape.table, new Map(rows.map((row) => [keyOf(shape, row), row]))];
    }),
  );
}

function readLastId(db: Database.Database): number {
  return db.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'jobs'`).pluck().get() ?? 0;
}
