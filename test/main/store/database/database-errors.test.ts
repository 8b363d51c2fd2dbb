import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type DatabaseTrouble,
  openStore,
  retryTransient,
  type Store,
  troubleOf,
} from '../../../../main/store/index.ts';
import { paperJob } from '../../../helpers/queue/queue-stage.ts';
import { recipe } from '../../../helpers/store/store-stage.ts';

let folder: string;
let stores: Store[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-trouble-'));
  stores = [];
});
afterEach(() => {
  for (const store of stores) store.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(at = folder): { store: Store; told: (DatabaseTrouble | null)[] } {
  const store = openStore({ folder: at, busyMs: 20 });
  stores.push(store);
  const reports: (DatabaseTrouble | null)[] = [];
  store.trouble.subscribe((problem) => reports.push(problem));
  return { store, told: reports };
}
const batch = { title: 'drop', origin: 'drop', folderId: null } as const;
const add = (store: Store, name: string) => store.jobs.add(batch, [paperJob(name, recipe)]);
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
    const { store, told } = open();
    const otherConnection = new Database(join(folder, 'burnish.db'));
    otherConnection.exec('BEGIN IMMEDIATE');
    expect(failureOf(() => add(store, 'a'))).toBe('locked');
    let waited = 0;
    const adding = retryTransient(
      () => add(store, 'a'),
      undefined,
      () => {
        waited += 1;
        otherConnection.exec('COMMIT');
      },
    );
    expect((await adding).jobIds).toHaveLength(1);
    expect(waited).toBe(1);
    store.trouble.check();
    expect(told).toEqual(['locked', null]);
    expect(store.views.summaries()).toHaveLength(1);
    otherConnection.close();
  });

  it('keeps listeners and timers alive even if it cannot be read', async () => {
    const { store, told } = open();
    add(store, 'a');
    store.changes.subscribe(() => void store.views.counts());
    await new Promise(setImmediate);
    store.close();
    stores = [];
    const otherConnection = new Database(join(folder, 'burnish.db'));
    otherConnection.pragma('locking_mode = EXCLUSIVE');
    otherConnection.exec('BEGIN EXCLUSIVE; COMMIT');
    expect(failureOf(() => openStore({ folder, busyMs: 20 }))).toBe('locked');
    otherConnection.close();
    expect(open().store.views.summaries()).toHaveLength(1);
    expect(told).toEqual([]);
  });
});

describe('a data folder', () => {
  it('that is missing is reported at once, and nothing is written', () => {
    const { store, told } = open();
    rmSync(folder, { recursive: true });
    store.readForeignChanges();
    expect(told).toEqual(['gone']);
    expect(failureOf(() => add(store, 'a'))).toBe('gone');
  });

  it('that was replaced by another one is missing as well', () => {
    const { store } = open();
    for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `burnish.db${end}`));
    writeFileSync(join(folder, 'burnish.db'), '');
    expect(failureOf(() => add(store, 'a'))).toBe('gone');
  });

  it('that is full is reported; work continues when there is space, and nothing is lost', (context) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      context.skip('A small disk needs the right to mount one.');
    }
    try {
      const { store, told } = open(disk);
      add(store, 'before');
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize));
      const items = Array.from({ length: 50 }, (_, index) => paperJob(`p${index}`, recipe));
      expect(failureOf(() => store.jobs.add(batch, items))).toBe('full');
      store.readForeignChanges();
      expect(told).toEqual(['full']);
      rmSync(join(disk, 'filler'));
      store.readForeignChanges();
      expect(told).toEqual(['full', null]);
      expect(store.jobs.add(batch, items).jobIds).toHaveLength(50);
      store.close();
      stores = [];
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });
});

describe('a damaged index', () => {
  it('sends nothing whose row says it is at the service, and is repaired at the next start', () => {
    const { store, told } = open();
    const [id = 0] = add(store, 'a').jobIds;
    const file = join(folder, 'burnish.db');
    const withSchema = (act: (db: Database.Database) => void) => {
      const db = new Database(file);
      db.unsafeMode();
      db.pragma('writable_schema = ON');
      act(db);
      db.close();
    };
    let row: unknown[] = [];
    withSchema((db) => {
      row = db.prepare(`SELECT * FROM sqlite_schema WHERE name = 'jobs_to_claim'`).raw().get() as unknown[];
      db.exec(`DELETE FROM sqlite_schema WHERE name = 'jobs_to_claim'`);
    });
    const otherConnection = new Database(file);
    otherConnection.prepare(`UPDATE jobs SET state = 'waiting' WHERE id = ?`).run(id);
    otherConnection.close();
    withSchema((db) => db.prepare('INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)').run(...row));
    expect(failureOf(() => store.moves.claim('built-in'))).toBe('damaged');
    expect(told).toEqual(['damaged']);
    store.suspect();
    store.close();
    stores = [];
    const next = open().store;
    expect(next.rescue).not.toBe(null);
    // A job without a task at a free service is sent again; the damaged index is not trusted.
    expect(next.jobs.get(id)?.state).toBe('queued');
  });
});
