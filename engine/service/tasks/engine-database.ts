/** The engine's database: tasks, and result files until their names are forgotten. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

export type EngineDatabase = Database.Database;

const schema = `
CREATE TABLE task (
  id TEXT PRIMARY KEY,
  operation TEXT NOT NULL,
  params TEXT NOT NULL,
  status INTEGER NOT NULL DEFAULT 0 CHECK (status IN (0, 1, 2, 3)),
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  output TEXT,
  error_code TEXT,
  error_message TEXT,
  CHECK ((status IN (2, 3)) = (finished_at IS NOT NULL))
) STRICT;
CREATE INDEX task_by_status ON task (status, created_at);

CREATE TABLE file (
  name TEXT PRIMARY KEY,
  mime TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  fetched INTEGER NOT NULL DEFAULT 0 CHECK (fetched IN (0, 1)),
  swept INTEGER NOT NULL DEFAULT 0 CHECK (swept IN (0, 1))
) STRICT;
CREATE INDEX file_by_expiry ON file (expires_at);
`;

const version = 1;

/** Two engines in one folder would process each task twice. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}

/**
 * Opens or creates `tasks.db` in `dataDir`, and locks it for this process.
 * @throws DataFolderInUse if another process has it locked for longer than `timeoutMs`
 */
export function openDatabase(dataDir: string, timeoutMs = 5000): EngineDatabase {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new Database(join(dataDir, 'tasks.db'), { timeout: timeoutMs });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database
      .transaction(() => {
        const fileVersion = database.pragma('user_version', { simple: true }) as number;
        if (fileVersion > version) throw new Error('The data folder was written by a newer version of Burnish.');
        if (fileVersion === 0) database.exec(schema);
        database.pragma(`user_version = ${version}`);
      })
      .exclusive();
    return database;
  } catch (error) {
    database.close();
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') {
      throw new DataFolderInUse('Another engine is already using this data folder.', { cause: error });
    }
    throw error;
  }
}
