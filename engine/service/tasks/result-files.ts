/** Files of results. Their names cannot be guessed. They expire after 24 hours, or when space is needed. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { taskLifetimeMs } from '../../../contract/services/task-limits.ts';
import type { EngineFile } from '../../operations/index.ts';
import type { Clock } from '../clock.ts';
import { requestError } from '../interface/request-errors.ts';
import type { EngineDatabase } from './engine-database.ts';

export interface StoredFile {
  readonly path: string;
  readonly mime: string;
  readonly bytes: number;
}

export interface ResultFiles {
  /** Writes a file and returns its name. If the folder is too large, the oldest fetched files expire early. */
  save(file: EngineFile): Promise<string>;
  /** @throws RequestError if the file is unknown (404) or has expired (410) */
  find(name: string): StoredFile;
  /** Records that a client has received the entire file. */
  markFetched(name: string): void;
  /** Removes expired files. Their names return 410 for 24 more hours. */
  sweep(): Promise<void>;
}

const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const satisfies Record<EngineFile['mime'], string>;
const namePattern = /^[A-Za-z0-9_-]{32}\.(png|jpg)$/;
const leftoverPattern = /^[A-Za-z0-9_-]{32}\.(png|jpg)(\.part)?$/;

interface FileRow {
  name: string;
  mime: string;
  bytes: number;
  expires_at: number;
}

/** Opens the folder `files` in `dataDir`. @param maxBytes of files together; files that were not fetched may exceed it */
export function openResultFiles(
  dataDir: string,
  database: EngineDatabase,
  clock: Clock,
  maxBytes = Number.POSITIVE_INFINITY,
): ResultFiles {
  const folder = join(dataDir, 'files');
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  const insert = database.prepare('INSERT INTO file (name, mime, bytes, expires_at) VALUES (?, ?, ?, ?)');
  const select = database.prepare<[string], FileRow>('SELECT name, mime, bytes, expires_at FROM file WHERE name = ?');
  const expired = database.prepare<[number], { name: string }>(
    'SELECT name FROM file WHERE expires_at <= ? AND swept = 0',
  );
  const total = database.prepare<[], { bytes: number }>(
    'SELECT coalesce(sum(bytes), 0) AS bytes FROM file WHERE swept = 0',
  );
  const fetched = database.prepare<[], { name: string; bytes: number }>(
    'SELECT name, bytes FROM file WHERE fetched = 1 AND swept = 0 ORDER BY expires_at, rowid',
  );
  const markFetched = database.prepare('UPDATE file SET fetched = 1 WHERE name = ?');
  const markSwept = database.prepare('UPDATE file SET swept = 1, expires_at = min(expires_at, ?) WHERE name = ?');
  const forget = database.prepare('DELETE FROM file WHERE swept = 1 AND expires_at <= ?');

  async function remove(name: string): Promise<void> {
    markSwept.run(clock.now(), name);
    await rm(join(folder, name), { force: true });
  }

  async function freeSpace(): Promise<void> {
    let excess = (total.get()?.bytes ?? 0) - maxBytes;
    if (excess <= 0) return;
    for (const { name, bytes } of fetched.all()) {
      await remove(name);
      excess -= bytes;
      if (excess <= 0) return;
    }
  }

  return {
    async save({ bytes, mime }) {
      const name = `${randomBytes(24).toString('base64url')}.${extensions[mime]}`;
      await writeFileAtomic(join(folder, name), bytes);
      insert.run(name, mime, bytes.byteLength, clock.now() + taskLifetimeMs);
      await freeSpace();
      return name;
    },

    find(name) {
      const row = namePattern.test(name) ? select.get(name) : undefined;
      if (!row) throw requestError('unknown file', 'There is no such result file.');
      if (row.expires_at <= clock.now()) throw requestError('file expired', 'This result has expired.');
      return { path: join(folder, row.name), mime: row.mime, bytes: row.bytes };
    },

    markFetched: (name) => void markFetched.run(name),

    async sweep() {
      const now = clock.now();
      for (const { name } of expired.all(now)) await remove(name);
      forget.run(now - taskLifetimeMs);
      // Files without a row are from an engine that was killed. Others belong to the user, if the data folder is theirs.
      for (const name of readdirSync(folder)) {
        if (!leftoverPattern.test(name)) continue;
        const isPending = pendingWrites.has(join(folder, name.replace(/\.part$/, '')));
        if (!isPending && !select.get(name)) await rm(join(folder, name), { force: true });
      }
    },
  };
}

/** Paths that are being written, which a sweep must not remove. */
const pendingWrites = new Set<string>();

/** Writes a durable file. An interrupted write leaves no file of this name. */
export async function writeFileAtomic(path: string, bytes: Uint8Array): Promise<void> {
  pendingWrites.add(path);
  try {
    const handle = await open(`${path}.part`, 'w', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${path}.part`, path);
  } finally {
    pendingWrites.delete(path);
  }
}
