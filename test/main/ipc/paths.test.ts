import { describe, expect } from 'vitest';
import { openGrants } from '../../../main/ipc/grants.ts';
import {
  knownFolders,
  outputToDraw,
  savedFolder,
  savedRecipe,
  savedSettings,
  stepToTry,
} from '../../../main/ipc/paths.ts';
import { Refusal } from '../../../main/ipc/refusal.ts';
import type { Store } from '../../../main/store/index.ts';
import { compositionSchema } from '../../../preload/contract/composition.ts';
import { watchFolderSchema } from '../../../preload/contract/folder.ts';
import { type Recipe, recipeSchema } from '../../../preload/contract/recipe.ts';
import { test } from '../../helpers/store-stage.ts';

const watched = watchFolderSchema.parse({ id: 'a', path: '/photos', recipeId: 'r', outputFolder: '/out' });
const brows = recipeSchema.parse({
  id: 'r',
  name: 'Brows',
  steps: [{ operation: 'ai-eyebrows', params: {}, reference: '/brow.jpg' }],
  output: { folder: '/brows' },
});
const referring = (reference: string): Recipe => ({ ...brows, steps: [{ ...brows.steps[0]!, reference }] });
const leadingTo = (folder: string): Recipe => ({ ...brows, output: { ...brows.output, folder } });

/** What a page could send in the place of a path. */
const foreign = ['/etc', '\\\\server\\share', '\\\\?\\C:\\', '\\\\.\\pipe\\x', '//server/share', '../x', ''];

const known = (store: Store) => {
  store.folders.save(watched);
  store.recipes.save(brows);
  store.settings.save({ outputFolder: '/finished' });
};

/** Saves what a page sent, each form with its paths, and gives the paths back. */
const forms: readonly [string, (store: Store, path: string, use: ReturnType<typeof openGrants>) => string | null][] = [
  [
    'a watched folder',
    (store, path, use) => use.spending('page', (read) => savedFolder({ ...watched, path }, store, read)).path,
  ],
  [
    "a watch folder's output",
    (store, outputFolder, use) =>
      use.spending('page', (read) => savedFolder({ ...watched, outputFolder }, store, read)).outputFolder,
  ],
  [
    "a recipe's output",
    (store, path, use) => use.spending('page', (read) => savedRecipe(leadingTo(path), store, read)).output.folder,
  ],
  [
    'the output of the settings',
    (store, outputFolder, use) =>
      use.spending('page', (read) => savedSettings({ ...store.settings.read(), outputFolder }, store, read))
        .outputFolder,
  ],
];

describe.each(forms)('%s', (name, save) => {
  test('is taken by grant, once', ({ stage: { store } }) => {
    known(store);
    const grants = openGrants();
    const { id } = grants.giveOne('page', 'folder', '\\\\server\\chosen');
    expect(save(store, id, grants)).toBe('\\\\server\\chosen');
    expect(() => save(store, id, grants)).toThrow(Refusal);
  });

  test('is never taken from the page', ({ stage: { store } }) => {
    known(store);
    for (const path of foreign) expect(() => save(store, path, openGrants()), path).toThrow(Refusal);
    // Nor may a folder that was chosen for something else be moved here.
    expect(() => save(store, name === 'a watched folder' ? '/out' : '/photos', openGrants())).toThrow(Refusal);
  });
});

test('a form that is saved again keeps its paths', ({ stage: { store } }) => {
  known(store);
  const page = openGrants();
  const saved = page.spending('page', (read) => [
    savedFolder({ ...watched, paused: true }, store, read),
    savedRecipe({ ...brows, name: 'Eyebrows' }, store, read),
    savedSettings({ ...store.settings.read(), keepInTray: true }, store, read),
  ]);
  expect(saved).toMatchObject([
    { path: '/photos', outputFolder: '/out', paused: true },
    { name: 'Eyebrows', steps: [{ reference: '/brow.jpg' }], output: { folder: '/brows' } },
    { outputFolder: '/finished', keepInTray: true },
  ]);
});

test('a copy of a recipe goes where the recipe goes', ({ stage: { store } }) => {
  known(store);
  const copy = { ...brows, id: 'copy' };
  expect(openGrants().spending('page', (read) => savedRecipe(copy, store, read))).toEqual(copy);
});

test('a reference photograph is taken by its own sort of grant, or stays', ({ stage: { store } }) => {
  known(store);
  const grants = openGrants();
  const { id } = grants.giveOne('page', 'reference', '/new.jpg');
  const folder = grants.giveOne('page', 'folder', '/new.jpg');
  const read = grants.reader('page');
  expect(stepToTry(referring(id).steps[0]!, store, read).reference).toBe('/new.jpg');
  expect(() => stepToTry(referring(folder.id).steps[0]!, store, read)).toThrow(Refusal);
  expect(grants.spending('page', (use) => savedRecipe(referring(id), store, use)).steps[0]?.reference).toBe('/new.jpg');
  for (const path of foreign)
    expect(() => grants.spending('page', (use) => savedRecipe(referring(path), store, use)), path).toThrow(Refusal);
});

test('a dialog begins only in a folder of the user', ({ stage: { store } }) => {
  known(store);
  expect(knownFolders(store)).toEqual(['/finished', '/photos', '/out', '/brows']);
});

describe('a background picture', () => {
  const over = (path: string) => ({
    ...brows.output,
    composition: compositionSchema.parse({ background: { kind: 'picture', path, fit: 'tile' } }),
  });

  test('is drawn by grant, or where a recipe has it; no other one is looked at', ({ stage: { store } }) => {
    known(store);
    const grants = openGrants();
    const { id } = grants.giveOne('page', 'reference', '/linen.jpg');
    const drawn = (path: string) => outputToDraw(over(path), store, grants.reader('page'));
    const background = { kind: 'picture', path: '/linen.jpg', fit: 'tile' };
    expect(drawn(id)).toMatchObject({ folder: null, composition: { background } });
    for (const path of ['/linen.jpg', ...foreign.filter((each) => each !== '')])
      expect(() => drawn(path)).toThrow(Refusal);
    store.recipes.save({ ...brows, output: over('/linen.jpg') });
    expect(drawn('/linen.jpg').composition?.background).toEqual(background);
  });

  test('is saved with how it lies', ({ stage: { store } }) => {
    known(store);
    const grants = openGrants();
    const { id } = grants.giveOne('page', 'reference', '/linen.jpg');
    const saved = grants.spending('page', (read) => savedRecipe({ ...brows, output: over(id) }, store, read));
    expect(saved.output.composition?.background).toEqual({ kind: 'picture', path: '/linen.jpg', fit: 'tile' });
  });
});
