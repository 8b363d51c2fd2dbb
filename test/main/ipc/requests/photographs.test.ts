import { expect } from 'vitest';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import { detailsChangeSchema, emptyPhotoInfo } from '../../../../contract/review/photo-info.ts';
import { photographHandlers } from '../../../../main/ipc/requests/photographs.ts';
import { Bulk } from '../../../../main/review/actions/bulk-work.ts';
import { UndoStack } from '../../../../main/review/actions/undo-stack.ts';
import { createReader } from '../../../../main/review/lists/query-reader.ts';
import { count, ids, test } from '../../../helpers/queue/bulk-stage.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { test as reviewTest } from '../../../helpers/store/review-stage.ts';
import { requestContext } from '../../../helpers/window/request-context.ts';

test('an unchanged decision counts as decided, and is no step to undo', async ({ table }) => {
  expect(await table.decide([3, 4], { flag: 1 })).toBe(2);
  expect(await table.decide([3, 4], { flag: 1 })).toBe(2);
  await table.undo.undo();
  expect(await table.undo.undo()).toBeNull();
});

test('an undo requested during a bulk decision waits, and reverts all of it', async ({ table }) => {
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

test('the completed part of a failed bulk decision can be undone', { tags: ['long'] }, async ({ table }) => {
  const before = table.marks();
  table.db.exec(`CREATE TRIGGER broken BEFORE UPDATE OF label ON photographs WHEN new.id = 800 AND new.label = 4
    BEGIN SELECT RAISE(ABORT, 'this row is broken'); END`);
  await expect(table.decide(ids, { label: 4 })).rejects.toThrow('broken');
  expect(table.labelled(4)).toBeGreaterThan(0);
  await table.undo.undo();
  expect(table.marks()).toEqual(before);
});

test('an undo that fails midway keeps the rest for one more try', { tags: ['long'] }, async ({ table }) => {
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

reviewTest('describes all of a list, and takes that back and does it again', async ({ review }) => {
  const ids: number[] = [];
  for (const name of ['one', 'two', 'three']) ids.push((await review.finished(name)).photographId);
  const { photographDetails: details } = review.store;
  details.set([ids[0]!], detailsChangeSchema.parse({ headline: 'Own', add: ['own'] }));
  const reader = createReader(review.store.file);
  const undo = new UndoStack();
  const bulk = new Bulk(() => undefined);
  const core = { store: review.store, review: { reader, undo, bulk } };
  const handlers = photographHandlers(requestContext({ core }));
  const on = { query: everyPhotograph, except: [ids[2]!] };
  const change = detailsChangeSchema.parse({ headline: 'All', add: ['sea'] });
  expect(await handlers['details.set']({ on, change }, 'page')).toBe(2);
  const readInfo = () => ids.map((id) => [details.get(id).headline, ...details.get(id).keywords]);
  expect(readInfo()).toEqual([['All', 'own', 'sea'], ['All', 'sea'], ['']]);
  expect(await undo.undo()).toMatchObject({ key: 'review.did.described', values: { count: 2 } });
  expect(readInfo()).toEqual([['Own', 'own'], [''], ['']]);
  await undo.redo();
  expect(readInfo()).toEqual([['All', 'own', 'sea'], ['All', 'sea'], ['']]);
  expect(await handlers['details.common']({ on: { ids } }, 'page')).toMatchObject({ texts: { headline: null } });
  handlers['details.savePreset']({ id: 'a', name: 'Sea', details: { ...emptyPhotoInfo, keywords: ['sea'] } }, 'page');
  expect(handlers['details.presets'](undefined, 'page')).toMatchObject([{ name: 'Sea' }]);
  handlers['details.removePreset']({ id: 'a' }, 'page');
  expect(handlers['details.presets'](undefined, 'page')).toEqual([]);
  await reader.close();
});
