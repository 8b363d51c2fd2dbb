import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished } from 'vitest';
import { backUpDatabase, isBackupDue, listBackups } from '../../../../main/store/database/backups.ts';
import { createDatabaseWorker } from '../../../../main/store/database/worker/database-worker.ts';
import { test } from '../../../helpers/store/store-stage.ts';

const day = 24 * 60 * 60 * 1000;
const never = new AbortController().signal;

/** Backs up the database, whatever its state. */
async function backUp(file: string, now: number, signal?: AbortSignal): Promise<void> {
  const db = new Database(file);
  const worker = createDatabaseWorker();
  onTestFinished(async () => {
    await worker.close();
    db.close();
  });
  await backUpDatabase(db, worker, now, signal);
}

describe('a backup of the database', () => {
  test('is made once a day, during work; the newest three are kept, for this user only', async ({ stage }) => {
    const { store, folder, clock } = stage;
    const file = join(folder, 'burnish.db');
    for (let made = 0; made < 5; made += 1) {
      stage.add(`photograph ${made}`);
      await store.copyIfDue(never);
      await store.copyIfDue(never);
      clock.setWall(day);
    }
    const copies = listBackups(file);
    expect(copies.map(({ createdAt: at }) => (clock.now() - at) / day)).toEqual([1, 2, 3]);
    expect(statSync(copies[0]?.file ?? '').mode & 0o777).toBe(0o600);
    const newest = new Database(copies[0]?.file, { readonly: true });
    expect(newest.prepare('SELECT count(*) FROM jobs').pluck().get()).toBe(5);
    newest.close();
  });

  test('is due again if the clock was set back', { tags: ['long'] }, async ({ stage }) => {
    const file = join(stage.folder, 'burnish.db');
    await stage.store.copyIfDue(never);
    expect(isBackupDue(file, stage.clock.now())).toBe(false);
    expect(isBackupDue(file, stage.clock.now() - 1)).toBe(true);
  });

  test('of a damaged database never replaces a good one', async ({ stage }) => {
    const { store, folder, clock } = stage;
    const file = join(folder, 'burnish.db');
    stage.add(...Array.from({ length: 60 }, (_, index) => `photograph ${index}`));
    await store.copyIfDue(never);
    store.close();
    const before = listBackups(file).map((copy) => readFileSync(copy.file));
    const bytes = readFileSync(file);
    bytes.fill(0x5a, Math.floor(bytes.length / 2), bytes.length - 4096);
    writeFileSync(file, bytes);
    await expect(backUp(file, clock.now() + day)).rejects.toThrow();
    expect(listBackups(file).map((copy) => readFileSync(copy.file))).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.includes('copy-new'))).toEqual([]);
  });

  test('that was cancelled leaves nothing, and the next one removes what a kill left', async ({ stage }) => {
    const { folder, clock } = stage;
    const file = join(folder, 'burnish.db');
    const left = `${file}-copy-new-1`;
    writeFileSync(left, 'half a copy');
    chmodSync(left, 0o600);
    utimesSync(left, 0, 0);
    const closed = AbortSignal.abort(new Error('closed'));
    await expect(backUp(file, clock.now(), closed)).rejects.toThrow('closed');
    expect(readdirSync(folder).filter((name) => name.includes('-copy-'))).toEqual([]);
  });
});
