/** A data folder of each test, and its database without the store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach } from 'vitest';
import { openStore } from '../../../main/store/index.ts';

/** Makes an empty folder before each test of the file or block, and removes it afterwards. Returns its path's getter. */
export function ownFolder(): () => string {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'burnish-own-folder-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}

/** Opens the database of a data folder for `work`, in addition to the store. */
export function withDatabase<T>(folder: string, work: (db: Database.Database) => T): T {
  const db = new Database(join(folder, 'burnish.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Runs statements on the database of a data folder. */
export const runSql = (folder: string, sql: string) => void withDatabase(folder, (db) => db.exec(sql));

/** Opens the store and closes it again. Returns the report of its repair, null if it was sound. */
export function rescueOf(folder: string) {
  const store = openStore({ folder });
  store.close();
  return store.rescue;
}
