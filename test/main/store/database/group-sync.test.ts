import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { test as base, expect, vi } from 'vitest';
import { createGroupSync, type GroupSync } from '../../../../main/store/database/group-sync.ts';

const test = base.extend<{ db: Database.Database; disk: GroupSync }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures a fixture needs from this pattern.
  db: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'burnish-on-disk-'));
    const db = new Database(join(folder, 'a.db'));
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.exec('CREATE TABLE t (n INTEGER)');
    await use(db);
    db.close();
    rmSync(folder, { recursive: true });
  },
  disk: async ({ db }, use) => {
    const disk = createGroupSync(db);
    await use(disk);
    disk.close();
  },
});

const synchronous = (db: Database.Database) => db.pragma('synchronous', { simple: true });

test('a light write does not wait for the disk, but later writes do', ({ db, disk }) => {
  const during = disk.lightly(() => {
    db.exec('INSERT INTO t VALUES (1)');
    return synchronous(db);
  });
  expect([during, synchronous(db)]).toEqual([1, 2]);
  expect(() =>
    disk.lightly(() => {
      throw new Error('broken');
    }),
  ).toThrow('broken');
  expect(synchronous(db)).toBe(2);
});

test('as part of a larger transaction, it waits like that transaction', ({ db, disk }) => {
  db.transaction(() => expect(disk.lightly(() => synchronous(db))).toBe(2))();
});

test('writes of one turn of the event loop share a commit, in their order', async ({ db, disk }) => {
  const insert = db.prepare('INSERT INTO t VALUES (?)');
  const rows = db.prepare<[], number>('SELECT n FROM t ORDER BY rowid').pluck();
  const commits = vi.spyOn(db, 'exec');
  const add = (n: number) =>
    disk.together(() => {
      insert.run(n);
      return n * 10;
    });
  const results = Promise.all([1, 2, 3].map(add));
  expect(rows.all()).toEqual([]);
  expect(await results).toEqual([10, 20, 30]);
  expect(rows.all()).toEqual([1, 2, 3]);
  // One sync for BEGIN, one for COMMIT.
  expect(commits).toHaveBeenCalledTimes(2);
});

test('a failed write is rolled back, and all others stay', async ({ db, disk }) => {
  const insert = db.prepare('INSERT INTO t VALUES (?)');
  const failing = () => {
    insert.run(2);
    throw new Error('lost');
  };
  const writes = [() => insert.run(1), failing, () => insert.run(3)];
  const results = await Promise.allSettled(writes.map((write) => disk.together(write)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(db.prepare('SELECT n FROM t').pluck().all()).toEqual([1, 3]);
});

test('a locked database is waited for once, not once for each write', async ({ db, disk }) => {
  const other = new Database(db.name);
  db.pragma('busy_timeout = 20');
  other.exec('BEGIN IMMEDIATE');
  const begins = vi.spyOn(db, 'exec');
  const writes = [1, 2, 3].map((n) => disk.together(() => db.prepare('INSERT INTO t VALUES (?)').run(n)));
  const results = await Promise.allSettled(writes);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(begins).toHaveBeenCalledTimes(2);
  other.close();
  expect(db.prepare('SELECT n FROM t').all()).toEqual([]);
});

test('writes are synced, also while the database is being closed', async ({ db, disk }) => {
  disk.lightly(() => db.exec('INSERT INTO t VALUES (2)'));
  await disk.reached();
  const last = disk.reached();
  disk.close();
  await last;
  await disk.reached();
});
