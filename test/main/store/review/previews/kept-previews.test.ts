import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import type { MadePreview, PreviewSubject, Store } from '../../../../../main/store/index.ts';
import { test } from '../../../../helpers/store/review-stage.ts';

const migrations = join(import.meta.dirname, '../../../../../main/store/migrations');
const words = (items: readonly PreviewSubject[]) => items.map(({ subject, id }) => `${subject} ${id}`);
const made = (of: PreviewSubject, bytes = 10): MadePreview => ({
  ...{ subject: of.subject, id: of.id, bytes, width: 3, height: 2 },
  name: `${of.subject === 'result' ? 'a' : 'b'}${of.id}`.padEnd(32, '0'),
});
/** Records a preview of every due item. */
function keepAll({ keptPreviews: kept }: Store): void {
  for (const item of kept.due(false, 100)) kept.keep(made(item), item);
}

test('finished photographs and each of their results are due, in the order they finished', async ({ review }) => {
  const { store } = review;
  const [a, b] = [await review.finished('a'), await review.finished('b')];
  const due = store.keptPreviews.due(false, 10);
  expect(words(due).sort()).toEqual(
    [a, b].flatMap((each) => [`photograph ${each.photographId}`, `result ${each.resultId}`]).sort(),
  );
  expect(due.slice(0, 2).map(({ photographId }) => photographId)).toEqual([a.photographId, a.photographId]);
  expect(due.find(({ subject }) => subject === 'photograph')).toMatchObject({ paths: [a.original], tries: 0 });
  expect(due.find(({ subject }) => subject === 'result')).toMatchObject({ paths: [a.result], bytes: null });
  expect(store.keptPreviews.due(true, 10)).toEqual([]);
});

test('a made preview is found, counted, and no longer due', async ({ review }) => {
  const { keptPreviews: kept } = review.store;
  const { photographId, resultId } = await review.finished('a');
  keepAll(review.store);
  expect(kept.due(false, 10)).toEqual([]);
  expect(kept.space()).toEqual({ pictures: 2, bytes: 20 });
  expect(kept.find({ subject: 'result', id: resultId })).toMatchObject({ bytes: 10 });
  expect(words(kept.ofPhotographs([photographId]))).toHaveLength(2);
  const of = { subject: 'photograph', id: photographId } as const;
  const before = kept.keep({ ...made(of, 15), name: 'c'.repeat(32) }, { photographId, at: 0 });
  expect([before?.name, kept.space()]).toEqual([made(of).name, { pictures: 2, bytes: 25 }]);
  kept.drop(kept.oldest(10));
  expect([kept.space(), kept.oldest(10)]).toEqual([{ pictures: 0, bytes: 0 }, []]);
});

test('the least recently used is evicted first, and picked photographs last', async ({ review }) => {
  const { store, clock } = review;
  const photographs = [];
  for (const name of ['a', 'b', 'c']) {
    photographs.push((await review.finished(name)).photographId);
    clock.advance(1000);
  }
  keepAll(store);
  const order = () => [...new Set(store.keptPreviews.oldest(10).map(({ name }) => photographOf(store, name)))];
  const [a, b, c] = photographs;
  expect(order()).toEqual([a, b, c]);
  store.photographs.decide([a!], { flag: 1 });
  expect(order()).toEqual([b, c, a]);
  clock.advance(48 * 60 * 60 * 1000);
  store.keptPreviews.used(store.keptPreviews.ofPhotographs([b!]));
  expect(order()).toEqual([c, b, a]);
  store.photographs.decide([a!], { flag: -1 });
  expect(order()).toEqual([a, c, b]);
});

function photographOf({ keptPreviews: kept }: Store, name: string): number | undefined {
  return kept.ofPhotographs(Array.from({ length: 10 }, (_, id) => id)).find((each) => each.name === name)?.photographId;
}

test('unavailable files are tried later, after new ones', async ({ review }) => {
  const { keptPreviews: kept } = review.store;
  await review.finished('a');
  const [first, second] = kept.due(false, 10);
  kept.later([{ ...first!, dueAt: review.clock.now() + 5000, tries: 1 }]);
  expect(words(kept.due(false, 10))).toEqual(words([second!]));
  review.clock.advance(5000);
  expect(kept.due(false, 10).map(({ tries }) => tries)).toEqual([0, 1]);
});

test('another result of a photograph makes its preview due again only if it has none', async ({ review }) => {
  const { store } = review;
  const { jobId, photographId } = await review.finished('a');
  const { batchId, operation } = review.job(jobId);
  const another = (element: string) =>
    store.results.add({
      ...{ jobId, batchId, step: 0, operation, kind: 'image', element, path: `/out/${element}.png` },
      ...{ width: 1, height: 1, bytes: 1, box: null },
    });
  store.keptPreviews.settleAll();
  another('1');
  expect(store.keptPreviews.isPending(photographId)).toBe(true);
  keepAll(store);
  another('2');
  expect(store.keptPreviews.isPending(photographId)).toBe(false);
  expect(words(store.keptPreviews.due(false, 10))).toEqual([expect.stringMatching(/^result/)]);
});

test('reports when many are pending', async ({ review }) => {
  await review.finished('a');
  expect([2, 3].map(review.store.keptPreviews.hasManyPending)).toEqual([true, false]);
});

test('of older finished work, the newest is kept first, after all new work', async ({ review }) => {
  const [a, b] = [await review.finished('a'), await review.finished('b')];
  const db = new Database(join(review.folder, 'burnish.db'));
  // The database as the previous version left it.
  const textOf = (isIncluded: (name: string) => boolean) =>
    readdirSync(migrations)
      .filter(isIncluded)
      .map((name) => readFileSync(join(migrations, name), 'utf8'))
      .join('\n');
  const made = textOf((name) => name >= '012');
  const before = textOf((name) => name < '012');
  const names = [...made.matchAll(/^CREATE (?:UNIQUE )?(TABLE|TRIGGER|INDEX) (\w+)/gm)]
    // Some were only recreated.
    .filter(([text, , name]) => !text.includes('UNIQUE') || !before.includes(` ${name} `))
    .reverse();
  for (const [, kind, name] of names) db.exec(`DROP ${kind} IF EXISTS ${name}`);
  for (const [, table, was, is] of made.matchAll(/^ALTER TABLE (\w+) RENAME COLUMN (\w+) TO (\w+)/gm))
    db.exec(`ALTER TABLE ${table} RENAME COLUMN ${is} TO ${was}`);
  const remade: string[] = [];
  // Restore the earlier definition of an index that was recreated.
  for (const [, kind, name] of names) {
    const was = [...before.matchAll(new RegExp(`^CREATE INDEX ${name} [^;]+;`, 'gm'))].at(-1);
    if (kind === 'INDEX' && was) remade.push(was[0]);
  }
  const columns = [...made.matchAll(/^ALTER TABLE (\w+) ADD COLUMN (\w+)/gm)].reverse();
  const isNewTable = (table: string | undefined) => made.includes(`CREATE TABLE ${table} (`);
  for (const [, table, column] of columns.filter(([, table]) => !isNewTable(table)))
    db.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  // Restore a table that was dropped.
  for (const [, table] of made.matchAll(/^DROP TABLE (\w+)/gm)) {
    const was = new RegExp(`^CREATE TABLE ${table} [^;]+;`, 'm').exec(before);
    if (was) remade.push(was[0]);
  }
  for (const sql of remade) db.exec(sql);
  db.unsafeMode(true);
  db.pragma('writable_schema = ON');
  for (const [, before, now] of made.matchAll(/replace\(sql, '([^']+)', '([^']+)'\)/g))
    db.prepare('UPDATE sqlite_schema SET sql = replace(sql, ?, ?)').run(now, before);
  db.pragma('writable_schema = RESET');
  db.unsafeMode(false);
  db.pragma('user_version = 11');
  db.close();

  const { keptPreviews: kept } = review.second();
  expect(kept.due(false, 10)).toEqual([]);
  const due = kept.due(true, 10);
  expect(due.map(({ photographId }) => photographId)).toEqual([b, b, a, a].map(({ photographId }) => photographId));
  expect(kept.space()).toEqual({ pictures: 0, bytes: 0 });
});

test('a repaired database knows its previews, and makes the rest later', { tags: ['long'] }, async ({ review }) => {
  const { store } = review;
  const [a, b] = [await review.finished('a'), await review.finished('b')];
  for (const item of store.keptPreviews.due(false, 100)) {
    if (item.photographId === a.photographId) store.keptPreviews.keep(made(item), item);
  }
  store.suspect();
  store.close();
  const repaired = review.second();
  expect(repaired.rescue?.unreadable).toEqual({});
  const { keptPreviews: kept } = repaired;
  expect(words(kept.ofPhotographs([a.photographId]))).toHaveLength(2);
  expect(kept.space()).toEqual({ pictures: 2, bytes: 20 });
  expect(kept.due(false, 10)).toEqual([]);
  expect(kept.due(true, 10).map(({ photographId }) => photographId)).toEqual([b.photographId, b.photographId]);
});
