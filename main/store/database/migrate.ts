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
   * Makes and fills a new database in one transaction, because a crash would leave an apparently old one. Returns false
   * for an old one.
   */
  make(db: Database.Database, fill: (db: Database.Database) => void): boolean;
  /** Runs missing migrations, each in a separate transaction. */
  run(db: Database.Database, last?: number): void;
  hasSchema(db: Database.Database, version: number): boolean;
}

let bundled: Migrations | undefined;

/** Read once per process. */
export function bundledMigrations(): Migrations {
  bundled ??= readMigrations();
  return bundled;
}

/** @param folder of NNN-name.sql files, run in order */
export function readMigrations(folder = ownMigrations): Migrations {
  const all: Migration[] = readdirSync(folder)
    .filter((name) => /^\d{3}-.*\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 3)), sql: readFileSync(join(folder, name), 'utf8') }));
  const schemas = new Map<number, string>();
  const apply = (db: Database.Database, { version, sql }: Migration) => {
    // Checked in the transaction, because another process may have migrated.
    if (versionOf(db) >= version) return;
    // Allows edits of the schema table.
    db.unsafeMode(sql.includes('writable_schema'));
    try {
      db.exec(sql);
    } finally {
      db.unsafeMode(false);
    }
    db.pragma(`user_version = ${version}`);
  };
  const allUpTo = (last: number) => all.filter(({ version }) => version <= last);
  const latest = all.at(-1)?.version ?? 0;
  return {
    latest,
    make(db, fill) {
      const makeAll = db.transaction(() => {
        if (versionOf(db) !== 0) return false;
        markFolders(db);
        for (const migration of all) apply(db, migration);
        fill(db);
        return true;
      });
      return makeAll.immediate();
    },
    run(db, last = latest) {
      for (const migration of allUpTo(last)) db.transaction(apply).immediate(db, migration);
    },
    hasSchema(db, version) {
      const cached = schemas.get(version);
      if (cached !== undefined) return schemaOf(db) === cached;
      const empty = new Database(':memory:');
      addFunctions(empty);
      for (const migration of allUpTo(version)) apply(empty, migration);
      schemas.set(version, schemaOf(empty));
      empty.close();
      return schemaOf(db) === schemas.get(version);
    },
  };
}

export function versionOf(db: Database.Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/** Returns the schema as JSON, without SQLite's own tables, which depend on the machine. */
function schemaOf(db: Database.Database): string {
  return db
    .prepare<[], string>(
      `SELECT json_group_array(json_array(type, name, tbl_name, sql)) FROM
         (SELECT * FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name)`,
    )
    .pluck()
    .get() as string;
}

export function addFunctions(db: Database.Database): void {
  const recipe = (text: unknown) => JSON.parse(String(text));
  db.function('work_hash', { deterministic: true }, (text) => workHash(recipe(text)));
  db.function('target_hash', { deterministic: true }, (text, folder) => targetHash(recipe(text), String(folder)));
  db.function('place_hash', { deterministic: true }, (text, folder) => firstOutputHash(recipe(text), String(folder)));
  db.function('look_hash', { deterministic: true }, (text) => renderingHash(recipe(text)));
  const textFunctions = {
    path_key: pathKey,
    file_name: fileName,
    folder_of: folderOf,
    folded: foldForSearch,
    name_key: nameSortKey,
  };
  for (const [name, work] of Object.entries(textFunctions))
    db.function(name, { deterministic: true }, (text) => work(String(text)));
}

/** The `application_id` ("Burn") of a database whose folders have markers. Earlier versions left 0. */
const markedFoldersId = 0x4275726e;

export function markFolders(db: Database.Database): void {
  db.pragma(`application_id = ${markedFoldersId}`);
}

export function hasMarkedFolders(db: Database.Database): boolean {
  return db.pragma('application_id', { simple: true }) === markedFoldersId;
}
