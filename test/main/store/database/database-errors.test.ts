import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type DatabaseTrouble,
  openStore,
  retryTransient,
  type Store,
  troubleOf,
} from '../../../../main/store/index.ts';
import { canMount, smallDisk } from '../../../campaign/disk/small-disk.ts';
import { paperJob } from '../../../helpers/queue/queue-stage.ts';
import { ownFolder, withDatabase } from '../../../helpers/store/own-folder.ts';
import { addJobs } from '../../../helpers/store/same-content.ts';
import { recipe } from '../../../helpers/store/store-stage.ts';

const folder = ownFolder();
const stores: Store[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

function open(at = folder()) {
  const store = openStore({ folder: at, busyMs: 20 });
  stores.push(store);
  const reports: (DatabaseTrouble | null)[] = [];
  store.trouble.subscribe((problem) => reports.push(problem));
  return { store, reports };
}
const add = (store: Store, ...names: string[]) =>
  addJobs(
    { store },
    names.map((name) => paperJob(name, recipe)),
  );
const failureOf = (act: () => unknown): DatabaseTrouble | null => {
  try {
    act();
  } catch (error) {
    return troubleOf(error);
  }
  throw new Error('expected a failure');
};

describe('a database that another program has locked', () => {
  it('is reported, waited for and reported as free again; pending work is done once', async () => {
    const { store, reports } = open();
    const otherConnection = new Database(store.file);
    otherConnection.exec('BEGIN IMMEDIATE');
    expect(failureOf(() => add(store, 'a'))).toBe('locked');

    let waited = 0;
    const onWait = () => {
      waited += 1;
      otherConnection.exec('COMMIT');
    };
    expect(await retryTransient(() => add(store, 'a'), undefined, onWait)).toHaveLength(1);
    store.trouble.check();
    expect([waited, reports]).toEqual([1, ['locked', null]]);
    expect(store.views.summaries()).toHaveLength(1);
    otherConnection.close();
  });

  it('keeps listeners and timers alive even if it cannot be read', async () => {
    const { store, reports } = open();
    add(store, 'a');
    store.changes.subscribe(() => void store.views.counts());
    await new Promise(setImmediate);
    store.close();
    const otherConnection = new Database(store.file);
    otherConnection.pragma('locking_mode = EXCLUSIVE');
    otherConnection.exec('BEGIN EXCLUSIVE; COMMIT');
    expect(failureOf(open)).toBe('locked');

    otherConnection.close();
    expect(open().store.views.summaries()).toHaveLength(1);
    expect(reports).toEqual([]);
  });
});

describe('a data folder', () => {
  it('that is missing is reported at once, and nothing is written', () => {
    const { store, reports } = open();
    rmSync(folder(), { recursive: true });
    store.readForeignChanges();
    expect(reports).toEqual(['gone']);
    expect(failureOf(() => add(store, 'a'))).toBe('gone');
  });

  it('that was replaced by another one is missing as well', () => {
    const { store } = open();
    for (const end of ['', '-wal', '-shm']) rmSync(`${store.file}${end}`);
    writeFileSync(store.file, '');
    expect(failureOf(() => add(store, 'a'))).toBe('gone');
  });

  it.skipIf(!canMount())(
    'that is full is reported; work continues when there is space, and nothing is lost',
    async () => {
      const small = join(folder(), 'disk');
      const disk = await smallDisk(small, 20);
      try {
        const { store, reports } = open(small);
        add(store, 'before');
        const many = Array.from({ length: 50 }, (_, index) => `p${index}`);
        await disk.fill();
        expect(failureOf(() => add(store, ...many))).toBe('full');
        store.readForeignChanges();
        expect(reports).toEqual(['full']);

        await disk.free();
        store.readForeignChanges();
        expect(reports).toEqual(['full', null]);
        expect(add(store, ...many)).toHaveLength(50);
        store.close();
      } finally {
        await disk.remove();
      }
    },
  );
});

describe('a damaged index', () => {
  it('sends nothing whose row says it is at the service, and is repaired at the next start', () => {
    const { store, reports } = open();
    const [id] = add(store, 'a');
    const withSchema = <T>(work: (db: Database.Database) => T) =>
      withDatabase(folder(), (db) => {
        db.unsafeMode();
        db.pragma('writable_schema = ON');
        return work(db);
      });
    const row = withSchema((db) => {
      const found = db.prepare(`SELECT * FROM sqlite_schema WHERE name = 'jobs_to_claim'`).raw().get();
      db.exec(`DELETE FROM sqlite_schema WHERE name = 'jobs_to_claim'`);
      return found as unknown[];
    });
    withDatabase(folder(), (db) => db.exec(`UPDATE jobs SET state = 'waiting' WHERE id = ${id}`));
    withSchema((db) => db.prepare('INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)').run(...row));
    expect(failureOf(() => store.moves.claim('built-in'))).toBe('damaged');
    expect(reports).toEqual(['damaged']);

    store.suspect();
    store.close();
    const next = open().store;
    expect(next.rescue).not.toBe(null);
    // A job without a task at a free service is sent again; the damaged index is not trusted.
    expect(next.jobs.get(id!)?.state).toBe('queued');
  });
});
