/** Brings a database to this version of the program, and knows what its tables look like at each. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { firstOutputHash, pathKey, renderingHash, targetHash, workHash } from '../job-identity.ts';
import { fileName, folderOf, foldForSearch, nameSortKey } from '../review/search/sort-keys.ts';

const ownMigrations = fileURLToPath(new URL('../migrations', import.meta.url));

interface Migration {
  readonly version: number;
  readonly sql: string;
}

export interface Migrations {
  readonly latest: number;
  /**
   * Makes the tables of a new database, all of them in one transaction, so that an end in between leaves nothing that looks like
   * an old one. False where it is not new.
   * @param fill writes what a new database begins with, in the same transaction
   */
  make(db: Database.Database, fill: (db: Database.Database) => void): boolean;
  /** Runs what is missing, each in a transaction of its own. */
  run(db: Database.Database, upTo?: number): void;
  /** True where tables and indexes are as this version has them. */
  fits(db: Database.Database, version: number): boolean;
}

let known: Migrations | undefined;

/** Burnish's own migrations, read once per process; the schema of each version is cached with them. */
export function knownMigrations(): Migrations {
  known ??= migrationsIn();
  return known;
}

/** @param folder of NNN-name.sql files, run in order */
export function migrationsIn(folder = ownMigrations): Migrations {
  const all: Migration[] = readdirSync(folder)
    .filter((name) => /^\d{3}-.*\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 3)), sql: readFileSync(join(folder, name), 'utf8') }));
  const schemas = new Map<number, string>();
  const apply = (db: Database.Database, { version, sql }: Migration) => {
    // Read again inside the transaction: another process may have just done it.
    if (versionOf(db) >= version) return;
    // Declarations can be edited only while this is on.
    db.unsafeMode(sql.includes('writable_schema'));
    try {
      db.exec(sql);
    } finally {
      db.unsafeMode(false);
    }
    db.pragma(`user_version = ${version}`);
  };
  const upTo = (last: number) => all.filter(({ version }) => version <= last);
  const latest = all.at(-1)?.version ?? 0;
  return {
    latest,
    make(db, fill) {
      const inOne = db.transaction(() => {
        if (versionOf(db) !== 0) return false;
        markFolders(db);
        for (const migration of all) apply(db, migration);
        fill(db);
        return true;
      });
      return inOne.immediate();
    },
    run(db, last = latest) {
      for (const migration of upTo(last)) db.transaction(apply).immediate(db, migration);
    },
    fits(db, version) {
      const known = schemas.get(version);
      if (known !== undefined) return schemaOf(db) === known;
      const empty = new Database(':memory:');
      addFunctions(empty);
      for (const migration of upTo(version)) apply(empty, migration);
      schemas.set(version, schemaOf(empty));
      empty.close();
      return schemaOf(db) === schemas.get(version);
    },
  };
}

export function versionOf(db: Database.Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/** Tables and indexes as they were declared; what SQLite itself keeps beside them depends on the machine. */
function schemaOf(db: Database.Database): string {
  return db
    .prepare<[], string>(
      `SELECT json_group_array(json_array(type, name, tbl_name, sql)) FROM
         (SELECT * FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name)`,
    )
    .pluck()
    .get() as string;
}

/** For migrations, which fill columns whose values only the program can work out. */
export function addFunctions(db: Database.Database): void {
  const recipe = (text: unknown) => JSON.parse(String(text));
  db.function('work_hash', { deterministic: true }, (text) => workHash(recipe(text)));
  db.function('target_hash', { deterministic: true }, (text, folder) => targetHash(recipe(text), String(folder)));
  db.function('place_hash', { deterministic: true }, (text, folder) => firstOutputHash(recipe(text), String(folder)));
  db.function('look_hash', { deterministic: true }, (text) => renderingHash(recipe(text)));
  const texts = {
    path_key: pathKey,
    file_name: fileName,
    folder_of: folderOf,
    folded: foldForSearch,
    name_key: nameSortKey,
  };
  for (const [name, work] of Object.entries(texts))
    db.function(name, { deterministic: true }, (text) => work(String(text)));
}

/** `application_id` ("Burn") of a database whose folders have a marker, see `marked-folder.ts`; 0 before there were any. */
const foldersMarked = 0x4275726e;

export function markFolders(db: Database.Database): void {
  db.pragma(`application_id = ${foldersMarked}`);
}

export function hasMarkedFolders(db: Database.Database): boolean {
  return db.pragma('application_id', { simple: true }) === foldersMarked;
}
