import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../../main/store/index.ts';
import { findCorruptionSlice, type IntegritySlice } from '../../../../main/store/repair/integrity-check.ts';
import { paperJob, recipeOf } from '../../../helpers/queue/queue-stage.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-sound-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('restores the operation of a job from its recipe if it differs from that of its step', () => {
  const before = openStore({ folder });
  const job = paperJob('a', recipeOf('portrait-background-removal'));
  const [id = 0] = before.jobs.add({ title: 'one', origin: 'drop', folderId: null }, [job]).jobIds;
  before.close();
  const db = new Database(join(folder, 'burnish.db'));
  db.prepare('UPDATE jobs SET operation = ? WHERE id = ?').run('portrait-backgrotnd-removal', id);
  db.close();
  const store = openStore({ folder });
  expect(store.rescue).toMatchObject({ jobs: 1, lostJobs: 0, hasUnknownLosses: false });
  expect(store.jobs.get(id)).toMatchObject({ operation: 'portrait-background-removal', state: 'queued' });
  store.close();
  const next = openStore({ folder });
  expect(next.rescue).toBe(null);
  next.close();
});

it('finds an error in one job slice by slice too, wherever it is', () => {
  const store = openStore({ folder });
  const papers = ['a', 'b', 'c', 'd', 'e'].map((name) => paperJob(name, recipeOf('portrait-background-removal')));
  const ids = store.jobs.add({ title: 'five', origin: 'drop', folderId: null }, papers).jobIds;
  store.close();
  const db = new Database(join(folder, 'burnish.db'));
  db.prepare('UPDATE jobs SET operation = ? WHERE id = ?').run('portrait-backgrotnd-removal', ids[3]);
  const seen: IntegritySlice[] = [];
  for (let after: number | null | undefined = null; after !== undefined; ) {
    const slice: IntegritySlice = findCorruptionSlice(db, after, 2);
    seen.push(slice);
    after = slice.found === null ? (slice.next ?? undefined) : undefined;
  }
  db.close();
  expect(seen.map(({ found }) => found?.key ?? null)).toEqual([null, null, 'store.unsound.job']);
  expect(seen.at(-1)?.found?.values).toEqual({ id: String(ids[3]) });
});
