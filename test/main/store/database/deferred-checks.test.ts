import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../main/store/database/database.ts';
import { openStore } from '../../../../main/store/index.ts';
import { fillWithPhotographs } from '../../../helpers/store/many-photographs.ts';
import { ownFolder, withDatabase } from '../../../helpers/store/own-folder.ts';

const never = new AbortController().signal;
const folder = ownFolder();
const file = () => join(folder(), 'burnish.db');
const open = (shouldDeferChecks = true) => openStore({ folder: folder(), shouldDeferChecks });

/** Overwrites a page in the middle, like a failing disk: rows are unreadable, but the file still opens. */
function damage(): void {
  const bytes = readFileSync(file());
  const page = 4096;
  const middle = Math.floor(bytes.length / 2 / page) * page;
  bytes.fill(0x5a, middle, middle + 3 * page);
  writeFileSync(file(), bytes);
}

/** Fills a database beyond the maximum size that is checked at each start. */
function fillLarge(): void {
  fillWithPhotographs(folder(), 300);
  withDatabase(folder(), (db) =>
    db.exec(`INSERT INTO job_events (job_id, at, kind, text)
      SELECT id, 1, 'notice', hex(zeroblob(512 * 1024)) FROM jobs WHERE id <= 70`),
  );
  expect(statSync(file()).size).toBeGreaterThan(64 * 1024 * 1024);
}

describe('the long checks of a large database', () => {
  it('are deferred if it was closed properly, and find damage during work', async () => {
    fillLarge();
    const sound = open();
    expect([sound.isUnchecked, sound.rescue]).toEqual([true, null]);
    await sound.checkIfLeft(never);
    expect(sound.trouble.now()).toBe(null);
    await expect(sound.checkIfLeft(AbortSignal.abort(new Error('closed')))).rejects.toThrow('closed');
    await sound.endBeside();
    sound.close();

    damage();
    const damaged = open();
    await damaged.checkIfLeft(never);
    expect(damaged.trouble.now()).toBe('damaged');
    await damaged.endBeside();
    damaged.close();
  });

  it('run at once if its last process did not close it, or if no process does them later', {
    tags: ['long'],
  }, () => {
    fillLarge();
    const unasked = open(false);
    expect(unasked.isUnchecked).toBe(false);
    unasked.settings.save({ appearance: 'dark' });
    // A kill leaves the WAL.
    const left = join(folder(), 'log-as-killed');
    copyFileSync(`${file()}-wal`, left);
    unasked.close();
    copyFileSync(left, `${file()}-wal`);

    const after = open();
    expect(after.isUnchecked).toBe(false);
    after.close();
  });

  it('run at once before a migration, whose backup must be intact', () => {
    const all = fileURLToPath(new URL('../../../../main/store/migrations', import.meta.url));
    const migrations = join(folder(), 'earlier');
    cpSync(all, migrations, { recursive: true });
    rmSync(join(migrations, readdirSync(all).sort().at(-1)!));
    const areDeferred = (migrations: string) => {
      const { db, isUnchecked } = openDatabase(file(), { migrations, shouldDeferChecks: true });
      db.close();
      return isUnchecked;
    };
    areDeferred(migrations);
    withDatabase(folder(), (db) =>
      db.exec(`INSERT INTO settings (name, value) VALUES ('large', '"' || hex(zeroblob(35 * 1024 * 1024)) || '"')`),
    );
    expect([areDeferred(migrations), areDeferred(all), areDeferred(all)]).toEqual([true, false, true]);
  });
});
