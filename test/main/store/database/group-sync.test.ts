import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { test as base, expect } from 'vitest';
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

test('a light write does not wait for the disk, and whatever comes after it does', ({ db, disk }) => {
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

test('as part of a larger transaction it waits as that does', ({ db, disk }) => {
  db.transaction(() => expect(disk.lightly(() => synchronous(db))).toBe(2))();
});

test('what was written is brought to the disk, also while the database is being closed', async ({ db, disk }) => {
  disk.lightly(() => db.exec('INSERT INTO t VALUES (2)'));
  await disk.reached();
  const last = disk.reached();
  disk.close();
  await last;
  await disk.reached();
});
