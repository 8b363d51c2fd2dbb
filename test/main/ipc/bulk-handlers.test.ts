import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { test as base, expect } from 'vitest';
import type { BulkProgress } from '../../../contract/review/bulk-progress.ts';
import type { DecisionChange } from '../../../contract/review/photo-decision.ts';
import { rowHandlers } from '../../../main/ipc/bulk-handlers.ts';
import type { Grants } from '../../../main/ipc/path-grants.ts';
import { Bulk } from '../../../main/review/actions/bulk-work.ts';
import { UndoStack } from '../../../main/review/actions/undo-stack.ts';
import { createReader } from '../../../main/review/lists/query-reader.ts';
import type { Review } from '../../../main/review/review.ts';
import { openStore } from '../../../main/store/index.ts';
import { fillWithPhotographs } from '../../helpers/many-photographs.ts';
import { messageText } from '../../helpers/message-matchers.ts';

const count = 1200;
const ids = Array.from({ length: count }, (_, index) => index + 1);

/** Many photographs that can be decided about, by a clock that goes on as it is looked at: so all work is told of. */
function openTable(folder: string) {
  fillWithPhotographs(folder, count);
  const store = openStore({ folder });
  const db = new Database(join(folder, 'burnish.db'));
  let listener = (_: BulkProgress) => {};
  let now = 0;
  const bulk = new Bulk(
    (progress) => listener(progress),
    () => {
      now += 15;
      return now;
    },
  );
  const undo = new UndoStack();
  const reader = createReader(store.file);
  const handlers = rowHandlers(store, { bulk, undo, reader } as Review, {} as Grants);
  return {
    store,
    undo,
    bulk,
    db,
    onTold: (next: typeof listener) => {
      listener = next;
    },
    decide: async (on: readonly number[], change: DecisionChange) =>
      await handlers['photographs.decide']({ on: { ids: [...on] }, change }, 'page'),
    hold: async () => await handlers['jobs.setHeld']({ on: { ids }, held: true }, 'page'),
    marks: () => db.prepare<[], unknown>('SELECT id, flag, stars, label FROM photographs ORDER BY id').all(),
    labelled: (label: number) =>
      db.prepare<[number], number>('SELECT count(*) FROM photographs WHERE label = ?').pluck().get(label),
    async close() {
      await bulk.stopAll();
      await reader.close();
      db.close();
      store.close();
    },
  };
}

const test = base.extend<{ table: ReturnType<typeof openTable> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures a fixture needs from this pattern.
  table: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'burnish-review-'));
    const table = openTable(folder);
    await use(table);
    await table.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

test('what is decided so already counts as decided, and is no step to take back', async ({ table }) => {
  expect(await table.decide([3, 4], { flag: 1 })).toBe(2);
  expect(await table.decide([3, 4], { flag: 1 })).toBe(2);
  await table.undo.undo();
  expect(await table.undo.undo()).toBeNull();
});

test('an undo that is asked for while many are decided about waits, and takes all of that back', async ({ table }) => {
  await table.decide([3], { flag: 1 });
  const before = table.marks();
  const deciding = table.decide(ids, { label: 4 });
  const pendingUndo = table.undo.undo();
  const decided = await deciding;
  expect(messageText(await pendingUndo)).toBe(`Labeled ${decided.toLocaleString('en')} photographs`);
  expect(table.marks()).toEqual(before);
  expect(messageText(await table.undo.undo())).toBe('Picked one photograph');
  expect(table.db.prepare('SELECT flag FROM photographs WHERE id = 3').pluck().get()).toBe(0);
  await table.undo.redo();
  await table.undo.redo();
  expect(table.labelled(4)).toBe(count);
});

test('what is decided while an undo is under way stays, and is a step of its own', { tags: ['long'] }, async ({
  table,
}) => {
  await table.decide(ids, { label: 4, stars: 5 });
  const meanwhile = Promise.withResolvers<number>();
  table.onTold(({ work: kind, done }) => {
    if (kind !== 'undo' || done === 0) return;
    table.onTold(() => {});
    // In the middle of it, as another process does.
    table.store.photographs.decide([count], { stars: 2 });
    table.decide([1], { flag: -1 }).then(meanwhile.resolve, meanwhile.reject);
  });
  const before = table.db.prepare('SELECT flag FROM photographs WHERE id = 1').pluck().get();
  await table.undo.undo();
  expect(await meanwhile.promise).toBe(1);
  expect(table.labelled(4)).toBe(0);
  expect(table.db.prepare('SELECT stars, label FROM photographs WHERE id = ?').get(count)).toEqual({
    stars: 2,
    label: count % 4,
  });
  expect(messageText(await table.undo.undo())).toBe('Rejected one photograph');
  expect(table.db.prepare('SELECT flag FROM photographs WHERE id = 1').pluck().get()).toBe(before);
  expect(await table.undo.undo()).toBeNull();
});

test('what was not taken back when an undo was stopped can still be, and what was can be done again', {
  tags: ['long'],
}, async ({ table }) => {
  const before = table.marks();
  await table.decide(ids, { label: 4 });
  table.onTold(({ id, work: kind, done }) => {
    if (kind === 'undo' && done > 0) table.bulk.stop(id);
  });
  await table.undo.undo();
  const left = table.labelled(4)!;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(count);
  table.onTold(() => {});
  await table.undo.undo();
  expect(table.marks()).toEqual(before);
  await table.undo.redo();
  await table.undo.redo();
  expect(table.labelled(4)).toBe(count);
});

test('what was done before a decision about many failed can be taken back', { tags: ['long'] }, async ({ table }) => {
  const before = table.marks();
  table.db.exec(`CREATE TRIGGER broken BEFORE UPDATE OF label ON photographs WHEN new.id = 800 AND new.label = 4
    BEGIN SELECT RAISE(ABORT, 'this row is broken'); END`);
  await expect(table.decide(ids, { label: 4 })).rejects.toThrow('broken');
  expect(table.labelled(4)).toBeGreaterThan(0);
  await table.undo.undo();
  expect(table.marks()).toEqual(before);
});

test('an undo that fails on the way keeps what it could not take back for one more try', { tags: ['long'] }, async ({
  table,
}) => {
  const before = table.marks();
  await table.decide([7], { stars: 5 });
  const between = table.marks();
  await table.decide(ids, { label: 4 });
  table.db.exec(`CREATE TRIGGER broken BEFORE UPDATE OF label ON photographs WHEN new.id = 800
    BEGIN SELECT RAISE(ABORT, 'this row is broken'); END`);
  await expect(table.undo.undo()).rejects.toThrow('broken');
  expect(table.labelled(4)).toBeLessThan(count);
  table.db.exec('DROP TRIGGER broken');
  await table.undo.undo();
  expect(table.marks()).toEqual(between);
  await table.undo.undo();
  expect(table.marks()).toEqual(before);
});

test('what was held is told of as held, also when it is done again', { tags: ['long'] }, async ({ table }) => {
  await table.hold();
  const did = messageText(await table.undo.undo());
  expect(did).toMatch(/^Paused /);
  expect(messageText(await table.undo.redo())).toBe(did);
});
