import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type ClientCommand, galleryOptionsSchema } from '../../../../contract/delivery/gallery.ts';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import { openGrants } from '../../../../main/ipc/bridge/path-grants.ts';
import { withResolvedPaths } from '../../../../main/ipc/bridge/resolve-paths.ts';
import { galleryHandlers } from '../../../../main/ipc/requests/gallery.ts';
import { Bulk } from '../../../../main/review/actions/bulk-work.ts';
import { UndoStack } from '../../../../main/review/actions/undo-stack.ts';
import { createReader } from '../../../../main/review/lists/query-reader.ts';
import { matchingError, matchingMessage } from '../../../helpers/run/message-matchers.ts';
import { type ReviewStage, test } from '../../../helpers/store/review-stage.ts';
import { galleryTools, pageData } from '../../../helpers/window/gallery-tools.ts';
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

test('a gallery goes to a granted folder; its choices are shown, stored next to decisions, applied and undone', async ({
  review,
}) => {
  const { photographId, resultId } = await review.finished('one');
  const { grants, shown, chosen, undo, handlers } = windowOf(review);
  const folder = join(review.folder, 'handed');
  mkdirSync(folder);
  const on = { versions: [resultId] };
  const options = galleryOptionsSchema.parse({ folder, title: 'Anna' });
  await expect(async () => handlers['gallery.make']({ on, options }, 'page')).rejects.toMatchObject({
    name: 'UserError',
  });
  expect(() => handlers['gallery.reveal'](undefined, 'page')).toThrow();
  expect(readdirSync(folder)).toEqual([]);
  const granted = { ...options, folder: grants.give('page', 'folder', [folder]) };
  expect(await handlers['gallery.make']({ on, options: granted }, 'page')).toMatchObject({ done: 1, ending: 'whole' });
  expect(review.store.settings.read().lastGallery).toEqual(options);
  await handlers['gallery.reveal'](undefined, 'page');
  expect(shown).toEqual([join(folder, 'Anna')]);

  const { id, pictures } = pageData(readFileSync(join(folder, 'Anna', 'index.html'), 'utf8'));
  const file = join(review.folder, 'Choices.json');
  const choices = [{ id: pictures[0]!.id, picked: true, stars: 5, comment: '<b>Lovely</b>' }];
  const about = { kind: 'burnish-picks', version: 1, gallery: id };
  writeFileSync(file, JSON.stringify({ ...about, choices }));
  expect(await handlers['gallery.choosePicks'](undefined, 'page')).toBe(null);
  chosen.path = file;
  const opened = await handlers['gallery.choosePicks'](undefined, 'page');
  expect(opened).toMatchObject({ name: 'Choices.json', imported: null, plan: { title: 'Anna', standing: 'first' } });
  const own = () => review.store.photographs.listedDecisions([photographId])[0];
  const marks = () => review.store.clientPicks.marks([photographId]).get(photographId) ?? [];
  review.store.photographs.decide([photographId], { flag: -1, note: 'mine' });
  const imported = await handlers['gallery.importPicks']({ id: opened!.id }, 'page');
  expect(imported).toEqual({ answer: expect.any(Number), toPick: 1, rejected: 1, toUnpick: 0 });
  expect(own()).toMatchObject({ flag: -1, stars: 0, note: 'mine' });
  expect(marks()).toMatchObject([{ name: 'Anna', picked: true, stars: 5, comment: '<b>Lovely</b>' }]);
  await expect(async () => handlers['gallery.importPicks']({ id: opened!.id }, 'page')).rejects.toThrow(
    matchingError('Another file was opened in the meantime. Choose the file again.'),
  );
  const dropped = await handlers['gallery.openPicks']({ grant: grants.give('page', 'photographs', [file]) }, 'page');
  expect(dropped).toMatchObject({ plan: { standing: 'same' }, imported });
  const follow = async (command: ClientCommand, on: object) =>
    handlers['gallery.follow']({ command, on: on as { ids: number[] } }, 'page');
  expect(await follow('takeOver', { answer: imported.answer })).toBe(1);
  expect(own()).toMatchObject({ flag: 1, stars: 0, note: 'mine' });
  expect(await follow('takeOver', { answer: imported.answer })).toBe(0);
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
