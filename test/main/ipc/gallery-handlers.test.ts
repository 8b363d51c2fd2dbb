import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createBulk } from '../../../main/desk/bulk.ts';
import { createUndo } from '../../../main/desk/undo.ts';
import type { Core } from '../../../main/ipc/core.ts';
import { galleryHandlers } from '../../../main/ipc/gallery-handlers.ts';
import { openGrants } from '../../../main/ipc/grants.ts';
import { withGrantedPaths } from '../../../main/ipc/paths.ts';
import { galleryOptionsSchema } from '../../../preload/contract/desk/gallery.ts';
import { type DeskStage, test } from '../../helpers/desk-stage.ts';
import { galleryTools, pageData } from '../../helpers/gallery-tools.ts';
import { errorSaying, saying } from '../../helpers/said.ts';

function windowOf(desk: DeskStage) {
  const { store } = desk;
  const [grants, shown] = [openGrants(), [] as string[]];
  const galleries = galleryTools(desk);
  const undo = createUndo();
  const bulk = createBulk(() => undefined);
  onTestFinished(() => void bulk.stopAll());
  const chosen: { path: string | null } = { path: null };
  const desktop = { reveal: (path: string) => void shown.push(path), choosePicks: async () => chosen.path };
  const parts = { bulk, undo } as Core['desk'];
  return {
    ...{ grants, shown, chosen, undo },
    handlers: withGrantedPaths(galleryHandlers({ store, galleries, desk: parts }, desktop, grants), grants, store),
  };
}

test('a gallery goes to a granted folder, its choices are shown and taken over once, and can be taken back', async ({
  desk,
}) => {
  const { photographId, resultId } = await desk.finished('one');
  const { grants, shown, chosen, undo, handlers } = windowOf(desk);
  const folder = join(desk.folder, 'handed');
  mkdirSync(folder);
  const on = { versions: [resultId] };
  const options = galleryOptionsSchema.parse({ folder, title: 'Anna' });
  await expect(async () => handlers['gallery.make']({ on, options }, 'page')).rejects.toMatchObject({
    name: 'Refusal',
  });
  expect(() => handlers['gallery.reveal'](undefined, 'page')).toThrow();
  expect(readdirSync(folder)).toEqual([]);
  const granted = { ...options, folder: grants.give('page', 'folder', [folder]) };
  expect(await handlers['gallery.make']({ on, options: granted }, 'page')).toMatchObject({ done: 1, ending: 'whole' });
  expect(desk.store.settings.read().lastGallery).toEqual(options);
  await handlers['gallery.reveal'](undefined, 'page');
  expect(shown).toEqual([join(folder, 'Anna')]);

  const { id, pictures } = pageData(readFileSync(join(folder, 'Anna', 'index.html'), 'utf8'));
  const file = join(desk.folder, 'Choices.json');
  const choices = [{ id: pictures[0]!.id, picked: true, stars: 5, comment: '<b>Lovely</b>' }];
  const about = { kind: 'burnish-picks', version: 1, gallery: id };
  writeFileSync(file, JSON.stringify({ ...about, choices }));
  expect(await handlers['gallery.choosePicks'](undefined, 'page')).toBe(null);
  chosen.path = file;
  const opened = await handlers['gallery.choosePicks'](undefined, 'page');
  expect(opened).toMatchObject({ name: 'Choices.json', plan: { title: 'Anna', picked: 1, changes: 1 } });
  const decision = () => desk.store.photographs.chosenAbout([photographId])[0];
  expect(decision()).toMatchObject({ flag: 0, stars: 0, note: '' });
  expect(await handlers['gallery.importPicks']({ id: opened!.id }, 'page')).toBe(1);
  expect(decision()).toMatchObject({ flag: 1, stars: 5, note: 'Client: <b>Lovely</b>' });
  await expect(async () => handlers['gallery.importPicks']({ id: opened!.id }, 'page')).rejects.toThrow(
    errorSaying('Choose the file again: another one was opened meanwhile.'),
  );
  const dropped = await handlers['gallery.openPicks']({ grant: grants.give('page', 'photographs', [file]) }, 'page');
  expect(dropped.plan.changes).toBe(0);
  expect(await undo.undo()).toEqual(saying('Took over a client’s choices about one photograph'));
  expect(decision()).toMatchObject({ flag: 0, stars: 0, note: '' });
  await undo.redo();
  expect(decision()).toMatchObject({ flag: 1, stars: 5 });
});

test('what was dropped must have been granted, and be what it says', async ({ desk }) => {
  const { grants, handlers } = windowOf(desk);
  const file = join(desk.folder, 'notes.json');
  writeFileSync(file, '{"kind":"burnish-picks"}');
  const open = async (grant: string) => handlers['gallery.openPicks']({ grant }, 'page');
  await expect(open('grant:00000000-0000-0000-0000-000000000000')).rejects.toMatchObject({ name: 'Refusal' });
  await expect(open(grants.give('page', 'photographs', [file]))).rejects.toThrow(
    errorSaying(/^“notes.json” is not a file of a client’s choices\./),
  );
});
