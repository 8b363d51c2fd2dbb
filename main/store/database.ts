/** Opens the SQLite file: checks it, brings it to the current version, sets what every connection needs. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { copyAtOnce } from './copies.ts';
import { DatabaseDamaged, DatabaseTooNew } from './errors.ts';
import { pathKey, targetHash, workHash } from './identity.ts';
import { holdFile } from './lock.ts';

export type { Database } from 'better-sqlite3';

const ownMigrations = fileURLToPath(new URL('./migrations', import.meta.url));

interface Migration {
  readonly version: number;
  readonly sql: string;
}

function migrationsIn(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{3}-.*\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 3)), sql: readFileSync(join(folder, name), 'utf8') }));
}

export interface OpenOptions {
  /** Folder of NNN-name.sql files, run in order. */
  readonly migrations?: string;
  /** Fills a new database, in the transaction that makes its tables. */
  readonly fill?: (db: Database.Database) => void;
  /** ms since 1970. */
  readonly now?: () => number;
}

/**
 * Opens `file`, making it when it is not there.
 * @throws DatabaseDamaged, DatabaseTooNew
 */
export function openDatabase(file: string, options: OpenOptions = {}): { db: Database.Database; created: boolean } {
  mkdirSync(dirname(file), { recursive: true });
  let db: Database.Database | null = null;
  try {
    db = new Database(file, { timeout: 5000 });
    db.pragma('journal_mode = WAL');
    // FULL and not NORMAL: a power cut must not lose the commit that says "this was sent", or a photograph is paid twice.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('temp_store = MEMORY');
    addFunctions(db);
    const found = db.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw new Error(String(found));
    return { db, created: migrate(db, file, options) };
  } catch (error) {
    db?.close();
    throw isDamage(error) ? moveAside(file, error) : error;
  }
}

/** For migrations, which fill columns whose values only the program can work out. */
function addFunctions(db: Database.Database): void {
  const recipe = (text: unknown) => JSON.parse(String(text));
  db.function('work_hash', { deterministic: true }, (text) => workHash(recipe(text)));
  db.function('target_hash', { deterministic: true }, (text, folder) => targetHash(recipe(text), String(folder)));
  db.function('path_key', { deterministic: true }, (path) => pathKey(String(path)));
}

function isDamage(error: unknown): boolean {
  if (error instanceof Database.SqliteError) return /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
  return error instanceof Error && /^\*\*\* in database|malformed|missing from index|row \d+/.test(error.message);
}

/** Renames a damaged database and its companions, unless a running Burnish has them open. */
function moveAside(file: string, cause: unknown): DatabaseDamaged {
  const lock = holdFile(`${file}-queue`);
  if (!lock) return new DatabaseDamaged(file, null, cause);
  try {
    const kept = `${file}-damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, kept + end);
    return new DatabaseDamaged(file, kept, cause);
  } finally {
    lock.release();
  }
}

/**
 * Runs what is missing: each migration in a transaction of its own, all of a new database in one, so that an end in between
 * leaves none that looks like an old one. True when the database was new.
 */
function migrate(db: Database.Database, file: string, options: OpenOptions): boolean {
  const { migrations = ownMigrations, fill = () => undefined, now = Date.now } = options;
  const all = migrationsIn(migrations);
  const latest = all.at(-1)?.version ?? 0;
  const version = () => db.pragma('user_version', { simple: true }) as number;
  const run = (migration: Migration) => {
    // Read again inside the transaction: another process may have just done it.
    if (version() >= migration.version) return;
    db.exec(migration.sql);
    db.pragma(`user_version = ${migration.version}`);
  };
  const make = db.transaction(() => {
    if (version() !== 0) return false;
    markFolders(db);
    all.forEach(run);
    fill(db);
    return true;
  });
  const start = version();
  if (start > latest) throw new DatabaseTooNew(file);
  if (start === 0 && make.immediate()) return true;
  if (version() < latest) copyAtOnce(db, now());
  for (const migration of all) db.transaction(run).immediate(migration);
  return false;
}

/** `application_id` ("Burn") of a database whose folders have a marker, see `own-folder.ts`; 0 before there were any. */
const foldersMarked = 0x4275726e;

export function markFolders(db: Database.Database): void {
  db.pragma(`application_id = ${foldersMarked}`);
}

export function hasMarkedFolders(db: Database.Database): boolean {
  return db.pragma('application_id', { simple: true }) === foldersMarked;
}
