/** Opens the engine's own database: its tasks and the result files it still answers for. */
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

/** Said when another engine works in the same folder: two would do each task twice. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}

/**
 * Opens (or makes) `tasks.db` in `dataDir` and holds it for this process alone.
 * @throws DataFolderInUse when another process keeps it for longer than `patience` ms.
 */
export function openDatabase(dataDir: string, patience = 5000): EngineDatabase {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new Database(join(dataDir, 'tasks.db'), { timeout: patience });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database
      .transaction(() => {
        const found = database.pragma('user_version', { simple: true }) as number;
        if (found > version) throw new Error('The data folder was written by a newer version of Burnish.');
        if (found === 0) database.exec(schema);
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
