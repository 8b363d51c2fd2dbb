import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createWalCheckpointer } from '../../../../main/store/database/wal-marker.ts';
import { createDatabaseWorker } from '../../../../main/store/database/worker/database-worker.ts';
import { openStore, type Store } from '../../../../main/store/index.ts';
import { canMount, smallDisk } from '../../../campaign/disk/small-disk.ts';
import { ownFolder, rescueOf, withDatabase } from '../../../helpers/store/own-folder.ts';
import { addCopies } from '../../../helpers/store/sent-jobs.ts';

const folder = ownFolder();
const file = () => join(folder(), 'burnish.db');
const open = () => openStore({ folder: folder() });
const add = (store: Store, name: string) => addCopies({ store }, [name], { contentHash: name })[0];

/** Copies the files a kill would leave to another folder, because this process keeps its own open. */
function killed(names = ['', '-wal', '-mark']): string {
  const to = mkdtempSync(join(folder(), 'killed-'));
  for (const end of names) if (existsSync(file() + end)) copyFileSync(file() + end, join(to, `burnish.db${end}`));
  return to;
}

/** Names of the photographs in the database file, without those in its WAL. */
const checkpointed = () =>
  withDatabase(killed(['']), (db) => db.prepare<[], string>('SELECT source_path FROM jobs').pluck().all());

describe('the WAL', () => {
  it('is checkpointed if something was written, and left alone otherwise', () => {
    const store = open();
    add(store, 'a');
    store.keepLog();
    expect(checkpointed()).toEqual(['/photographs/a.jpg']);
    const state = () => [statSync(`${file()}-wal`, { bigint: true }).mtimeNs, readFileSync(`${file()}-mark`, 'utf8')];
    const before = state();
    store.keepLog();
    expect(state()).toEqual(before);
    add(store, 'b');
    store.keepLog();
    expect(state()[1]).not.toBe(before[1]);
    store.close();
  });

  it('is checkpointed during work in the same way, and keeps concurrent writes', {
    tags: ['long'],
  }, async () => {
    const store = open();
    store.keepLog();
    add(store, 'a');
    const kept = store.keepLogBeside();
    add(store, 'b');
    await kept;
    expect(checkpointed()).toContain('/photographs/a.jpg');
    const logGone = killed(['', '-mark']);
    const all = killed();
    await store.keepLogBeside();
    await store.endBeside();
    store.close();
    expect(rescueOf(logGone)?.hasUnknownLosses).toBe(true);
    expect(rescueOf(all)).toBe(null);
  });

  it('delays no commit while it is checkpointed during work, and is short again afterwards', {
    tags: ['long'],
  }, async () => {
    const db = new Database(file());
    const worker = createDatabaseWorker();
    for (const [name, value] of Object.entries({ journal_mode: 'WAL', synchronous: 'OFF', wal_autocheckpoint: 16384 }))
      db.pragma(`${name} = ${value}`);
    db.exec('CREATE TABLE log_mark (id INTEGER PRIMARY KEY, mark TEXT); CREATE TABLE pictures (bytes BLOB)');
    const add = db.prepare('INSERT INTO pictures VALUES (zeroblob(1048576))');
    const checkpointer = createWalCheckpointer(db, worker);
    await checkpointer.checkpointInBackground();
    const inFile = () => statSync(file()).size;
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
    const store = open();
    const first = add(store, 'a');
    store.keepLog();
    const earlier = killed(['']);
    const hold = store.moves.claim('dear');
    if (hold === null) throw new Error('expected a job');
    store.moves.move(hold, 'submitting');
    store.keepLog();
    add(store, 'b');
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
    const store = open();
    add(store, 'a');
    store.keepLog();
    const earlier = killed(['']);
    const both = killed(['', '-wal']);
    add(store, 'b');
    store.keepLog();
    store.close();
    copyFileSync(join(earlier, 'burnish.db'), file());
    for (const inFolder of [folder(), both]) expect(rescueOf(inFolder)?.hasUnknownLosses).toBe(true);
  });

  it.each([
    { name: 'of a job that the database does not know', work: '7', leave: () => undefined },
    {
      name: 'and the database has no tables',
      work: '1',
      leave: () => {
        for (const end of ['', '-wal', '-shm', '-mark']) rmSync(file() + end, { force: true });
        withDatabase(folder(), (db) => db.pragma('journal_mode = WAL'));
      },
    },
  ])('is noticed if missing next to a work folder $name', ({ work, leave }) => {
    const store = open();
    add(store, 'a');
    store.close();
    leave();
    mkdirSync(join(store.workFolder, work));
    expect(rescueOf(folder())?.hasUnknownLosses).toBe(true);
  });

  it('can be closed by another program, or by Burnish', () => {
    const store = open();
    add(store, 'a');
    store.keepLog();
    add(store, 'b');
    const left = killed();
    store.close();
    // Closing the last connection checkpoints the WAL.
    withDatabase(left, (db) => db.exec('DELETE FROM queue_holder'));
    for (const inFolder of [folder(), left]) expect(rescueOf(inFolder)).toBe(null);
  });

  it.skipIf(!canMount())('waits, like all else, where the disk is full', async () => {
    const small = join(folder(), 'small');
    const disk = await smallDisk(small, 2);
    try {
      const store = openStore({ folder: small });
      add(store, 'a');
      await disk.fill();
      store.keepLog();
      expect(store.trouble.now()).toBe('full');
      await disk.free();
      store.keepLog();
      expect(existsSync(join(small, 'burnish.db-mark'))).toBe(true);
      store.close();
    } finally {
      await disk.remove();
    }
  });
});
