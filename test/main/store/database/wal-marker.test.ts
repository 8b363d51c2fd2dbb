import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWalCheckpointer } from '../../../../main/store/database/wal-marker.ts';
import { createDatabaseWorker } from '../../../../main/store/database/worker/database-worker.ts';
import { openStore, type Store } from '../../../../main/store/index.ts';
import { canMount, smallDisk } from '../../../campaign/disk/small-disk.ts';
import { recipeOf } from '../../../helpers/queue/queue-stage.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-mark-'));
  file = join(folder, 'burnish.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const add = (store: Store, name: string) =>
  store.jobs.add({ title: name, origin: 'drop', folderId: null }, [
    {
      ...{ sourcePath: `/photographs/${name}`, relativeFolder: '', outputFolder: '/out', contentHash: name },
      ...{ bytes: 1, width: 1, height: 1, recipe: recipeOf('smart-beauty'), profileId: 'dear' },
    },
  ]).jobIds[0] as number;

/** Copies the files a kill would leave to another folder, because this process keeps its own open. */
function killed(names = ['', '-wal', '-mark']): string {
  const to = mkdtempSync(join(folder, 'killed-'));
  for (const end of names) if (existsSync(file + end)) copyFileSync(file + end, join(to, `burnish.db${end}`));
  return to;
}

describe('the WAL', () => {
  it('is checkpointed if something was written, and left alone otherwise', () => {
    const store = openStore({ folder });
    add(store, 'a.jpg');
    store.keepLog();
    const inFile = new Database(join(killed(['']), 'burnish.db'));
    expect(inFile.prepare('SELECT count(*) FROM jobs').pluck().get()).toBe(1);
    inFile.close();
    const state = () => [statSync(`${file}-wal`, { bigint: true }).mtimeNs, readFileSync(`${file}-mark`, 'utf8')];
    const before = state();
    store.keepLog();
    expect(state()).toEqual(before);
    add(store, 'b.jpg');
    store.keepLog();
    expect(state()[1]).not.toBe(before[1]);
    store.close();
  });

  it('is checkpointed during work in the same way, and keeps concurrent writes', {
    tags: ['long'],
  }, async () => {
    const store = openStore({ folder });
    store.keepLog();
    add(store, 'a.jpg');
    const kept = store.keepLogBeside();
    add(store, 'b.jpg');
    await kept;
    const inFile = new Database(join(killed(['']), 'burnish.db'));
    expect(inFile.prepare(`SELECT count(*) FROM jobs WHERE source_path LIKE '%a.jpg'`).pluck().get()).toBe(1);
    inFile.close();
    const logGone = killed(['', '-mark']);
    const all = killed();
    await store.keepLogBeside();
    await store.endBeside();
    store.close();
    const mayHaveLost = [logGone, all].map((inFolder) => {
      const next = openStore({ folder: inFolder });
      next.close();
      return next.rescue?.hasUnknownLosses ?? null;
    });
    expect(mayHaveLost).toEqual([true, null]);
  });

  it('delays no commit while it is checkpointed during work, and is short again afterwards', {
    tags: ['long'],
  }, async () => {
    const db = new Database(file);
    const worker = createDatabaseWorker();
    for (const [name, value] of Object.entries({ journal_mode: 'WAL', synchronous: 'OFF', wal_autocheckpoint: 16384 }))
      db.pragma(`${name} = ${value}`);
    db.exec('CREATE TABLE log_mark (id INTEGER PRIMARY KEY, mark TEXT); CREATE TABLE pictures (bytes BLOB)');
    const add = db.prepare('INSERT INTO pictures VALUES (zeroblob(1048576))');
    const checkpointer = createWalCheckpointer(db, worker);
    await checkpointer.checkpointInBackground();
    const inFile = () => statSync(file).size;
    const before = inFile();
    // Above 64 MiB, a commit would checkpoint the WAL itself.
    for (let index = 0; index < 70; index += 1) add.run();
    expect([inFile(), checkpointer.isLong()]).toEqual([before, true]);
    await checkpointer.checkpointInBackground();
    expect(inFile()).toBeGreaterThan(70 * 2 ** 20);
    expect(checkpointer.isLong()).toBe(false);
    await worker.close();
    db.close();
  });

  it('is noticed if missing, as is a restored database: the user decides about work that may have been sent', () => {
    const store = openStore({ folder });
    const first = add(store, 'a.jpg');
    store.keepLog();
    const earlier = killed(['']);
    const hold = store.moves.claim('dear');
    if (hold === null) throw new Error('expected a job');
    store.moves.move(hold, 'submitting');
    store.keepLog();
    add(store, 'b.jpg');
    const left = { logGone: killed(['', '-mark']), putBack: killed(['-mark']), all: killed() };
    copyFileSync(join(earlier, 'burnish.db'), join(left.putBack, 'burnish.db'));
    store.close();
    const stateOf = (inFolder: string) => {
      const next = openStore({ folder: inFolder });
      try {
        return [next.rescue?.hasUnknownLosses ?? null, next.jobs.get(first)?.state];
      } finally {
        next.close();
      }
    };
    expect(stateOf(left.logGone)).toEqual([true, 'uncertain']);
    expect(stateOf(left.putBack)).toEqual([true, 'uncertain']);
    expect(stateOf(left.all)).toEqual([null, 'submitting']);
    // The repair has been recorded, so the next start reports no missing log.
    expect(stateOf(left.putBack)).toEqual([null, 'uncertain']);
  });

  it('is noticed if missing after a proper shutdown too, and without its marker', { tags: ['long'] }, () => {
    const store = openStore({ folder });
    add(store, 'a.jpg');
    store.keepLog();
    const earlier = readFileSync(file);
    const both = killed(['', '-wal']);
    add(store, 'b.jpg');
    store.keepLog();
    store.close();
    writeFileSync(file, earlier);
    for (const inFolder of [folder, both]) {
      const next = openStore({ folder: inFolder });
      expect(next.rescue?.hasUnknownLosses).toBe(true);
      next.close();
    }
  });

  it.each([
    ['of a job that the database does not know', 7],
    ['and the database has no tables', 0],
  ])('is noticed if missing next to a work folder %s', (_, id) => {
    const store = openStore({ folder });
    add(store, 'a.jpg');
    const work = join(store.workFolder, String(id || 1));
    store.close();
    for (const end of ['', '-wal', '-shm', '-mark']) if (id === 0) rmSync(file + end, { force: true });
    if (id === 0) new Database(file).pragma('journal_mode = WAL');
    mkdirSync(work);
    const next = openStore({ folder });
    expect(next.rescue?.hasUnknownLosses).toBe(true);
    next.close();
  });

  it('can be closed by another program, or by Burnish', () => {
    const store = openStore({ folder });
    add(store, 'a.jpg');
    store.keepLog();
    add(store, 'b.jpg');
    const left = killed();
    store.close();
    // Closing the last connection checkpoints the WAL.
    new Database(join(left, 'burnish.db')).exec('DELETE FROM queue_holder').close();
    for (const inFolder of [folder, left]) {
      const next = openStore({ folder: inFolder });
      expect(next.rescue).toBe(null);
      next.close();
    }
  });

  it.skipIf(!canMount())('waits, like all else, where the disk is full', async () => {
    const disk = await smallDisk(join(folder, 'small'), 2);
    try {
      const store = openStore({ folder: join(folder, 'small') });
      add(store, 'a.jpg');
      await disk.fill();
      store.keepLog();
      expect(store.trouble.now()).toBe('full');
      await disk.free();
      store.keepLog();
      expect(existsSync(join(folder, 'small', 'burnish.db-mark'))).toBe(true);
      store.close();
    } finally {
      await disk.remove();
    }
  });
});
