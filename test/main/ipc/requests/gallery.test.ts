import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { galleryOptionsSchema } from '../../../../contract/delivery/gallery.ts';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import { openGrants } from '../../../../main/ipc/bridge/path-grants.ts';
import { withResolvedPaths } from '../../../../main/ipc/bridge/resolve-paths.ts';
import { galleryHandlers } from '../../../../main/ipc/requests/gallery.ts';
import { Bulk } from '../../../../main/review/actions/bulk-work.ts';
import { UndoStack } from '../../../../main/review/actions/undo-stack.ts';
import { createReader } from '../../../../main/review/lists/query-reader.ts';
import { matchingError, matchingMessage } from '../../../helpers/run/message-matchers.ts';
import { type ReviewStage, test } from '../../../helpers/store/review-stage.ts';
import { galleryTools } from '../../../helpers/window/gallery-tools.ts';
import { requestContext } from '../../../helpers/window/request-context.ts';

function windowOf(review: ReviewStage) {
  const { store } = review;
  const [grants, shown] = [openGrants(), [] as string[]];
  const galleries = galleryTools(review);
  const undo = new UndoStack();
  const bulk = new Bulk(() => undefined);
  onTestFinished(() => void bulk.stopAll());
  const chosen: { path: string | null } = { path: null };
  const desktop = { reveal: (path: string) => void shown.push(path), choosePicks: async () => chosen.path };
  const reader = createReader(store.file);
  onTestFinished(() => reader.close());
  const context = requestContext({ core: { store, galleries, review: { bulk, undo, reader } }, desktop, grants });
  return {
    ...{ grants, shown, chosen, undo },
    handlers: withResolvedPaths(galleryHandlers(context), grants, store),
  };
}

test('a gallery is created in a granted folder only, which is shown and remembered', async ({ review }) => {
  const { resultId } = await review.finished('one');
  const { grants, shown, handlers } = windowOf(review);
  const folder = join(review.folder, 'client');
  mkdirSync(folder);
  const options = galleryOptionsSchema.parse({ folder, title: 'Anna' });
  const make = async (to: string) =>
    handlers['gallery.make']({ on: { versions: [resultId] }, options: { ...options, folder: to } }, 'page');

  await expect(make(folder)).rejects.toMatchObject({ name: 'UserError' });
  expect(() => handlers['gallery.reveal'](undefined, 'page')).toThrow();
  expect(readdirSync(folder)).toEqual([]);

  expect(await make(grants.give('page', 'folder', [folder]))).toMatchObject({ done: 1, ending: 'whole' });
  await handlers['gallery.reveal'](undefined, 'page');
  expect(review.store.settings.read().lastGallery).toEqual(options);
  expect(shown).toEqual([join(folder, 'Anna')]);
});

test('a file of choices is shown, and its import next to decisions can be applied and undone', async ({ review }) => {
  const { photographId, resultId } = await review.finished('one');
  const { grants, chosen, undo, handlers } = windowOf(review);
  const [gallery, token] = ['a'.repeat(32), 'b'.repeat(32)];
  review.store.galleries.add(gallery, 'Anna', [{ photographId, resultId, token, caption: 'one' }]);
  review.store.photographs.decide([photographId], { flag: -1, note: 'mine' });
  const file = join(review.folder, 'Choices.json');
  const choices = [{ id: token, picked: true, stars: 5, comment: '<b>Lovely</b>' }];
  writeFileSync(file, JSON.stringify({ kind: 'burnish-picks', version: 1, gallery, choices }));
  const own = () => review.store.photographs.listedDecisions([photographId])[0];
  const marks = () => review.store.clientPicks.marks([photographId]).get(photographId) ?? [];

  expect(await handlers['gallery.choosePicks'](undefined, 'page')).toBe(null);
  chosen.path = file;
  const opened = (await handlers['gallery.choosePicks'](undefined, 'page'))!;
  expect(opened).toMatchObject({ name: 'Choices.json', imported: null, plan: { title: 'Anna', standing: 'first' } });
  const importPicks = async () => handlers['gallery.importPicks']({ id: opened.id }, 'page');
  const imported = await importPicks();

  expect(imported).toEqual({ answer: expect.any(Number), toPick: 1, rejected: 1, toUnpick: 0 });
  expect(own()).toMatchObject({ flag: -1, stars: 0, note: 'mine' });
  expect(marks()).toMatchObject([{ name: 'Anna', picked: true, stars: 5, comment: '<b>Lovely</b>' }]);
  await expect(importPicks).rejects.toThrow(
    matchingError('Another file was opened in the meantime. Choose the file again.'),
  );
  const dropped = await handlers['gallery.openPicks']({ grant: grants.give('page', 'photographs', [file]) }, 'page');
  expect(dropped).toMatchObject({ plan: { standing: 'same' }, imported });
  const takeOver = async () =>
    handlers['gallery.follow']({ command: 'takeOver', on: { answer: imported.answer } }, 'page');
  expect([await takeOver(), await takeOver()]).toEqual([1, 0]);
  expect(own()).toMatchObject({ flag: 1, stars: 0, note: 'mine' });
  expect(await undo.undo()).toEqual(matchingMessage('Picked one photograph that a client picked'));
  expect(own()).toMatchObject({ flag: -1 });
  expect(await undo.undo()).toEqual(matchingMessage('Imported a client’s choices for one photograph'));
  expect(marks()).toEqual([]);
  await undo.redo();
  expect(marks()).toMatchObject([{ comment: '<b>Lovely</b>' }]);
});

test('applies the choices of clients to some photographs, and unpicks the rest of these', async ({ review }) => {
  const names = ['one', 'two', 'three', 'four'];
  const made = [];
  for (const name of names) made.push(await review.finished(name));
  const [one, two, three, four] = made.map(({ photographId }) => photographId) as [number, number, number, number];
  const pictures = made.map((each, at) => ({ ...each, token: `${at}`, caption: names[at]! }));
  review.store.galleries.add('a', 'Anna', pictures);
  const picks = [one, two].map((photographId) => ({ photographId, picked: true, stars: 0, comment: '' }));
  review.store.clientPicks.swap({ galleryId: 'a', name: 'Anna' }, { savedAt: null, picks });
  review.store.photographs.decide([three, four], { flag: 1 });
  const { handlers, undo } = windowOf(review);
  const flags = () => review.store.photographs.listedDecisions([one, two, three, four]).map(({ flag }) => flag);
  expect(await handlers['gallery.follow']({ command: 'takeOver', on: { ids: [one, three] } }, 'page')).toBe(1);
  expect(flags()).toEqual([1, 0, 1, 1]);
  const on = { query: everyPhotograph, except: [four] };
  expect(await handlers['gallery.follow']({ command: 'unpickRest', on }, 'page')).toBe(1);
  expect(flags()).toEqual([1, 0, 0, 1]);
  expect(await undo.undo()).toEqual(matchingMessage('Unpicked one photograph that the client did not pick'));
  expect(flags()).toEqual([1, 0, 1, 1]);
});

test('a dropped file needs a grant and valid content', async ({ review }) => {
  const { grants, handlers } = windowOf(review);
  const file = join(review.folder, 'notes.json');
  writeFileSync(file, '{"kind":"burnish-picks"}');
  const open = async (grant: string) => handlers['gallery.openPicks']({ grant }, 'page');
  await expect(open('grant:00000000-0000-0000-0000-000000000000')).rejects.toMatchObject({ name: 'UserError' });
  await expect(open(grants.give('page', 'photographs', [file]))).rejects.toThrow(
    matchingError(/^“notes.json” is not a file of a client’s choices\./),
  );
});
