import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../main/store/database/database.ts';
import { openStore } from '../../../../main/store/index.ts';
import { fillWithPhotographs } from '../../../helpers/store/many-photographs.ts';

const never = new AbortController().signal;
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-checks-'));
  file = join(folder, 'burnish.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Overwrites a page in the middle, like a failing disk: rows are unreadable, but the file still opens. */
function damage(): void {
  const bytes = readFileSync(file);
  const page = 4096;
  const middle = Math.floor(statSync(file).size / 2 / page) * page;
  bytes.fill(0x5a, middle, middle + 3 * page);
  writeFileSync(file, bytes);
}

/** Fills a database beyond the maximum size that is checked at each start. */
function fillLarge(): void {
  fillWithPhotographs(folder, 300);
  const db = new Database(file);
  const insert = db.prepare(`INSERT INTO job_events (job_id, at, kind, text) VALUES (?, 1, 'notice', ?)`);
  db.transaction(() => {
    for (let id = 1; id <= 70; id += 1) insert.run(id, 'x'.repeat(1024 * 1024));
  })();
  db.close();
}

describe('the long checks of a large database', () => {
  it('are deferred if it was closed properly, and find damage during work', async () => {
    fillLarge();
    expect(statSync(file).size).toBeGreaterThan(64 * 1024 * 1024);
    const sound = openStore({ folder, shouldDeferChecks: true });
    expect([sound.isUnchecked, sound.rescue]).toEqual([true, null]);
    await sound.checkIfLeft(never);
    expect(sound.trouble.now()).toBe(null);
    await expect(sound.checkIfLeft(AbortSignal.abort(new Error('closed')))).rejects.toThrow('closed');
    await sound.endBeside();
    sound.close();

    damage();
    const damaged = openStore({ folder, shouldDeferChecks: true });
    await damaged.checkIfLeft(never);
    expect(damaged.trouble.now()).toBe('damaged');
    await damaged.endBeside();
    damaged.close();
  });

  it('run at once if its last process did not close it, or if no process does them later', {
    tags: ['long'],
  }, () => {
    fillLarge();
    const unasked = openStore({ folder });
    expect(unasked.isUnchecked).toBe(false);
    unasked.settings.save({ appearance: 'dark' });
    // A kill leaves the WAL.
    copyFileSync(`${file}-wal`, join(folder, 'log-as-killed'));
    unasked.close();
    copyFileSync(join(folder, 'log-as-killed'), `${file}-wal`);
    const after = openStore({ folder, shouldDeferChecks: true });
    expect(after.isUnchecked).toBe(false);
    after.close();
  });

  it('run at once before a migration, whose backup must be intact', () => {
    const all = fileURLToPath(new URL('../../../../main/store/migrations', import.meta.url));
    const migrations = join(folder, 'earlier');
    cpSync(all, migrations, { recursive: true });
    rmSync(join(migrations, readdirSync(all).sort().at(-1)!));
    const { db } = openDatabase(file, { migrations });
    db.prepare(`INSERT INTO settings (name, value) VALUES ('large', ?)`).run(
      JSON.stringify('x'.repeat(70 * 1024 * 1024)),
    );
    db.close();
    expect(openAndClose(migrations)).toBe(true);
    expect(openAndClose(all)).toBe(false);
    expect(openAndClose(all)).toBe(true);
  });
});

/** Returns whether the checks were deferred. */
function openAndClose(migrations: string): boolean {
  const { db, isUnchecked } = openDatabase(file, { migrations, shouldDeferChecks: true });
  db.close();
  return isUnchecked;
}
