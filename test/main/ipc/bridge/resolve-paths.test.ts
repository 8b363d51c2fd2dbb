import { describe, expect } from 'vitest';
import { defaultRendering, exportOptionsSchema } from '../../../../contract/delivery/export.ts';
import { watchFolderSchema } from '../../../../contract/intake/watch-folder.ts';
import { compositionSchema } from '../../../../contract/recipes/composition.ts';
import { type Recipe, recipeSchema } from '../../../../contract/recipes/recipe.ts';
import { openGrants } from '../../../../main/ipc/bridge/path-grants.ts';
import type { Handlers } from '../../../../main/ipc/bridge/request-handlers.ts';
import { knownFolders, resolvePaths, withResolvedPaths } from '../../../../main/ipc/bridge/resolve-paths.ts';
import { UserError } from '../../../../main/ipc/bridge/user-error.ts';
import type { Store } from '../../../../main/store/index.ts';
import type { RequestArgs } from '../../../../preload/channels.ts';
import { test } from '../../../helpers/store/store-stage.ts';

const watched = watchFolderSchema.parse({ id: 'a', path: '/photos', recipeId: 'r', outputFolder: '/out' });
const brows = recipeSchema.parse({
  id: 'r',
  name: 'Brows',
  steps: [{ operation: 'ai-eyebrows', params: {}, reference: '/brow.jpg' }],
  output: { folder: '/brows' },
});
const referring = (reference: string): Recipe => ({ ...brows, steps: [{ ...brows.steps[0]!, reference }] });
const leadingTo = (folder: string): Recipe => ({ ...brows, output: { ...brows.output, folder } });

/** Strings a page could send instead of a granted path. */
const foreign = ['/etc', '\\\\server\\share', '\\\\?\\C:\\', '\\\\.\\pipe\\x', '//server/share', '../x', ''];

const known = (store: Store) => {
  store.folders.save(watched);
  store.recipes.save(brows);
  store.settings.save({ outputFolder: '/finished' });
};

type ReadPath = Parameters<typeof resolvePaths>[3];

/** Requests with a path, by what the path is for. Each is resolved as sent by a page, and returns its path. */
const forms: readonly [string, (store: Store, path: string, read: ReadPath) => string | null | undefined][] = [
  ['a watched folder', (store, path, read) => resolvePaths('folders.save', { ...watched, path }, store, read).path],
  [
    "a watch folder's output",
    (store, outputFolder, read) => resolvePaths('folders.save', { ...watched, outputFolder }, store, read).outputFolder,
  ],
  [
    "a recipe's output",
    (store, path, read) => resolvePaths('recipes.save', leadingTo(path), store, read).output.folder,
  ],
  [
    'the output of the settings',
    (store, outputFolder, read) => resolvePaths('settings.save', { outputFolder }, store, read).outputFolder,
  ],
];

describe.each(forms)('%s', (name, resolve) => {
  const save = (store: Store, path: string, grants = openGrants()) =>
    grants.spending('page', (read) => resolve(store, path, read));

  test('is accepted by grant, once', ({ stage: { store } }) => {
    known(store);
    const grants = openGrants();
    const { id } = grants.giveOne('page', 'folder', '\\\\server\\chosen');
    expect(save(store, id, grants)).toBe('\\\\server\\chosen');
    expect(() => save(store, id, grants)).toThrow(UserError);
  });

  test('is never accepted from the page', ({ stage: { store } }) => {
    known(store);
    for (const path of foreign) expect(() => save(store, path), path).toThrow(UserError);
    // A folder chosen for another purpose cannot be used here either.
    expect(() => save(store, name === 'a watched folder' ? '/out' : '/photos')).toThrow(UserError);
  });
});

test('a form saved again keeps its paths', ({ stage: { store } }) => {
  known(store);
  const page = openGrants();
  const saved = page.spending('page', (read) => [
    resolvePaths('folders.save', { ...watched, paused: true }, store, read),
    resolvePaths('recipes.save', { ...brows, name: 'Eyebrows' }, store, read),
    resolvePaths('settings.save', { ...store.settings.read(), keepInTray: true }, store, read),
  ]);
  expect(saved).toMatchObject([
    { path: '/photos', outputFolder: '/out', paused: true },
    { name: 'Eyebrows', steps: [{ reference: '/brow.jpg' }], output: { folder: '/brows' } },
    { outputFolder: '/finished', keepInTray: true },
  ]);
});

test('a copy of a recipe keeps its output folder', ({ stage: { store } }) => {
  known(store);
  const copy = { ...brows, id: 'copy' };
  expect(openGrants().spending('page', (read) => resolvePaths('recipes.save', copy, store, read))).toEqual(copy);
});

test('a reference photograph needs its own kind of grant, or stays', ({ stage: { store } }) => {
  known(store);
  const grants = openGrants();
  const { id } = grants.giveOne('page', 'reference', '/new.jpg');
  const folder = grants.giveOne('page', 'folder', '/new.jpg');
  const read = grants.reader('page');
  const tried = (of: string) => {
    const sent = { steps: referring(of).steps, profileId: null, source: null, maySend: true };
    return resolvePaths('recipes.preview', sent, store, read).steps[0]?.reference;
  };
  expect(tried(id)).toBe('/new.jpg');
  expect(() => tried(folder.id)).toThrow(UserError);
  expect(
    grants.spending('page', (use) => resolvePaths('recipes.save', referring(id), store, use)).steps[0]?.reference,
  ).toBe('/new.jpg');
  for (const path of foreign)
    expect(
      () => grants.spending('page', (use) => resolvePaths('recipes.save', referring(path), store, use)),
      path,
    ).toThrow(UserError);
});

test('a dialog starts only in a folder of the user', ({ stage: { store } }) => {
  known(store);
  expect(knownFolders(store)).toEqual(['/finished', '/photos', '/out', '/brows']);
});

describe('a background picture', () => {
  const over = (path: string) => ({
    ...brows.output,
    composition: compositionSchema.parse({ background: { kind: 'picture', path, fit: 'tile' } }),
  });

  test('is drawn by grant or if a recipe has it, and no other one is read', ({ stage: { store } }) => {
    known(store);
    const grants = openGrants();
    const { id } = grants.giveOne('page', 'reference', '/linen.jpg');
    const drawn = (path: string) => {
      const sent = { trial: 'a trial', output: over(path), marketplace: null };
      return resolvePaths('recipes.compose', sent, store, grants.reader('page')).output;
    };
    const background = { kind: 'picture', path: '/linen.jpg', fit: 'tile' };
    expect(drawn(id)).toMatchObject({ composition: { background } });
    for (const path of ['/linen.jpg', ...foreign.filter((each) => each !== '')])
      expect(() => drawn(path)).toThrow(UserError);
    store.recipes.save({ ...brows, output: over('/linen.jpg') });
    expect(drawn('/linen.jpg').composition?.background).toEqual(background);
  });

  test('is saved with its layout', ({ stage: { store } }) => {
    known(store);
    const grants = openGrants();
    const { id } = grants.giveOne('page', 'reference', '/linen.jpg');
    const saved = grants.spending('page', (read) =>
      resolvePaths('recipes.save', { ...brows, output: over(id) }, store, read),
    );
    expect(saved.output.composition?.background).toEqual({ kind: 'picture', path: '/linen.jpg', fit: 'tile' });
  });

  test.for(['export.plan', 'export.run'] as const)('of %s needs a grant too', (name, { stage: { store } }) => {
    known(store);
    const grants = openGrants();
    const seen: unknown[] = [];
    const handler = ({ options }: RequestArgs<'export.run'>): void =>
      void seen.push(options.rendering.composition?.background);
    const handlers = withResolvedPaths({ [name]: handler } as unknown as Pick<Handlers, typeof name>, grants, store);
    const callHandler = (path: string) => {
      const { composition } = over(path);
      const options = exportOptionsSchema.parse({ rendering: { ...defaultRendering, composition } });
      return handlers[name]({ on: { versions: [1] }, options, preset: null }, 'page');
    };
    for (const path of ['/home/other/secret.png', ...foreign.filter((each) => each !== '')])
      expect(() => callHandler(path), path).toThrow(UserError);
    expect(seen).toEqual([]);
    callHandler(grants.giveOne('page', 'reference', '/linen.jpg').id);
    expect(seen).toEqual([{ kind: 'picture', path: '/linen.jpg', fit: 'tile' }]);
  });
});
