/** Recipes, presets and prices of two stations, each with a separate database, in a real studio. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportPresetSchema } from '../../../../contract/delivery/export-presets.ts';
import { watchFolderSchema } from '../../../../contract/intake/watch-folder.ts';
import type { MessageDescriptor } from '../../../../contract/messages/message.ts';
import { type Recipe, recipeSchema, starterRecipes } from '../../../../contract/recipes/recipe.ts';
import { profileSchema } from '../../../../contract/services/profile.ts';
import { openStore, type Store } from '../../../../main/store/index.ts';
import { openDatabase } from '../../../../main/studio/connection/open-database.ts';
import type { StudioDatabase } from '../../../../main/studio/connection/studio-database.ts';
import { makeStudio } from '../../../../main/studio/database/schema.ts';
import { LibrarySync } from '../../../../main/studio/library/library-sync.ts';
import { openShares } from '../../../../main/studio/shares/share-paths.ts';
import { postgresForFile } from '../../../helpers/studio/studio-tests.ts';

interface Desk {
  readonly store: Store;
  readonly share: string;
  readonly notices: MessageDescriptor[];
  readonly library: LibrarySync;
  readonly recipeNames: () => string[];
}

const postgres = postgresForFile();
let database: StudioDatabase;
let folder: string;
let deskOne: Desk;
let deskTwo: Desk;
const desks: Desk[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-library-'));
  const { url } = await postgres().newDatabase();
  database = openDatabase({ connectionString: url });
  await makeStudio(database);
  deskOne = await openDesk(1);
  deskTwo = await openDesk(2);
});
afterEach(async () => {
  for (const { library, store } of desks.splice(0)) {
    library.stop();
    store.close();
  }
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

/** Opens a desk with the share `photos`, unless others are given. */
async function openDesk(number: number, shares?: Parameters<typeof openShares>[0]): Promise<Desk> {
  const [name, station] = [`Desk ${number}`, idOf(number)];
  const store = openStore({ folder: join(folder, `data-${name}`) });
  const share = join(folder, name);
  mkdirSync(join(share, 'out'), { recursive: true });
  await database.query('INSERT INTO burnish.stations (id, name, program) VALUES ($1, $2, $3)', [station, name, 'test']);
  const notices: MessageDescriptor[] = [];
  const library = new LibrarySync({
    ...{ store, database, shares: openShares(shares ?? [{ name: 'photos', folder: share }]), station, name },
    onNotice: (text) => notices.push(text),
    onChange: () => undefined,
    onError: (fault) => {
      throw fault;
    },
  });
  const recipeNames = () => recipesOf(store).map((recipe) => recipe.name);
  const desk: Desk = { store, share, notices, library, recipeNames };
  desks.push(desk);
  return desk;
}

/** Returns the recipes that are not preinstalled. */
const recipesOf = ({ recipes }: Store) =>
  recipes.list().filter(({ id }) => starterRecipes.every((starter) => starter.id !== id));

async function synchronize(...order: Desk[]): Promise<void> {
  for (const { library } of order) await library.synchronize();
}

const skin = (desk: Desk, values: Partial<Recipe> = {}): Recipe =>
  recipeSchema.parse({
    id: 'skin',
    name: 'Skin',
    steps: [{ operation: 'smart-skin-advanced', params: { smart_skin: true } }],
    output: { folder: join(desk.share, 'out') },
    ...values,
  });

/** Both desks have the recipe `skin`. */
async function shareSkin(): Promise<void> {
  deskOne.store.recipes.save(skin(deskOne));
  await synchronize(deskOne, deskTwo);
}

describe('recipes', () => {
  test('reach other stations with the folders of these stations', async () => {
    deskOne.store.recipes.save(skin(deskOne, { trial: 'first' }));
    await synchronize(deskOne, deskTwo);
    expect(deskTwo.store.recipes.get('skin')).toEqual(skin(deskTwo, { trial: 'first' }));
    deskTwo.store.recipes.save(skin(deskTwo, { name: 'Skin, soft' }));
    await synchronize(deskTwo, deskOne);
    expect(deskOne.store.recipes.get('skin')).toEqual(skin(deskOne, { name: 'Skin, soft' }));
    deskOne.store.recipes.remove('skin');
    await synchronize(deskOne, deskTwo);
    expect(deskTwo.recipeNames()).not.toContain('Skin, soft');
    expect([...deskOne.notices, ...deskTwo.notices]).toEqual([]);
  });

  test('of a new installation are the studio’s, whatever the language', async () => {
    deskTwo.store.recipes.addStarters((name) => `${name}, translated`);
    await synchronize(deskOne, deskTwo, deskOne);
    for (const { store } of [deskOne, deskTwo]) expect(store.recipes.list()).toEqual(starterRecipes);
  });

  test('edited on two stations: the edit that arrives last wins, and the other is kept as a copy', async () => {
    await shareSkin();
    deskOne.store.recipes.save(skin(deskOne, { name: 'Skin, one' }));
    deskTwo.store.recipes.save(skin(deskTwo, { name: 'Skin, two' }));
    await synchronize(deskOne, deskTwo, deskOne);
    for (const desk of [deskOne, deskTwo])
      expect(desk.recipeNames().sort()).toEqual(['Skin, one (Desk 1)', 'Skin, two']);
    expect(deskOne.store.recipes.get('skin')).toEqual(skin(deskOne, { name: 'Skin, two' }));
    expect(deskTwo.notices).toMatchObject([{ key: 'studio.library.copied' }]);
  });

  test('of a new installation keep their names if two stations change only these', async () => {
    await synchronize(deskOne, deskTwo);
    const [starter] = starterRecipes;
    deskOne.store.recipes.save({ ...starter!, name: 'One' });
    deskTwo.store.recipes.save({ ...starter!, name: 'Two' });
    await synchronize(deskOne, deskTwo, deskOne);
    for (const { store, recipeNames } of [deskOne, deskTwo]) {
      expect(store.recipes.get(starter!.id)?.name).toBe('Two');
      expect(recipeNames()).toEqual(['One (Desk 1)']);
    }
  });

  test('edited on one station and removed on another stay', async () => {
    await shareSkin();
    deskOne.store.recipes.remove('skin');
    deskTwo.store.recipes.save(skin(deskTwo, { name: 'Skin, two' }));
    await synchronize(deskOne, deskTwo, deskOne);
    expect([deskOne.recipeNames(), deskTwo.recipeNames()]).toEqual([['Skin, two'], ['Skin, two']]);
  });

  test('with the id of another one, before a computer joins: its watch folders keep theirs', async () => {
    deskOne.store.recipes.save(skin(deskOne));
    deskTwo.store.recipes.save(skin(deskTwo, { trial: 'spread' }));
    const watch = watchFolderSchema.parse({ id: 'in', path: join(folder, 'in'), recipeId: 'skin' });
    deskTwo.store.folders.save(watch);
    deskTwo.store.settings.save({ defaultRecipeId: 'skin' });
    await synchronize(deskOne, deskTwo, deskOne);
    const [copy] = recipesOf(deskTwo.store).filter(({ id }) => id !== 'skin');
    expect(copy).toMatchObject({ name: 'Skin (Desk 2)', trial: 'spread' });
    expect(deskTwo.store.recipes.get('skin')).toMatchObject({ name: 'Skin', trial: 'off' });
    expect(deskTwo.store.folders.get('in')?.recipeId).toBe(copy?.id);
    expect(deskTwo.store.settings.read().defaultRecipeId).toBe(copy?.id);
    expect(deskOne.recipeNames()).toEqual(['Skin', 'Skin (Desk 2)']);
  });

  test('that a watch folder uses are not removed', async () => {
    deskOne.store.recipes.save(skin(deskOne));
    deskOne.store.recipes.save(skin(deskOne, { id: 'other', name: 'Other' }));
    await synchronize(deskOne, deskTwo);
    const watch = watchFolderSchema.parse({ id: 'in', path: join(folder, 'in'), recipeId: 'skin' });
    deskTwo.store.folders.save(watch);
    deskOne.store.recipes.remove('skin');
    await synchronize(deskOne, deskTwo, deskOne);
    expect(deskOne.recipeNames()).toContain('Skin');
    expect(deskTwo.notices).toMatchObject([{ key: 'studio.library.keptInUse', values: { name: 'Skin' } }]);
  });

  test('with a folder outside the shares stay on their computer', async () => {
    deskOne.store.recipes.save(skin(deskOne, { output: { ...skin(deskOne).output, folder: join(folder, 'own') } }));
    await synchronize(deskOne, deskTwo);
    expect(deskTwo.recipeNames()).toEqual([]);
    expect(deskOne.library.differences()).toMatchObject([
      { kind: 'recipe', id: 'skin', state: 'local', name: 'Skin', message: { key: 'studio.library.outsideShares' } },
    ]);
    await shareSkin();
    expect(deskTwo.recipeNames()).toEqual(['Skin']);
    expect(deskOne.library.differences()).toEqual([]);
  });

  test('wait for a share and a service that this computer lacks', async () => {
    const profile = profileSchema.parse({ id: 'p', kind: 'remote', name: 'Fast', baseUrl: 'https://images.example' });
    deskOne.store.profiles.save(profile);
    deskOne.store.recipes.save(skin(deskOne, { profileId: 'p' }));
    await synchronize(deskOne, deskTwo);
    expect(deskTwo.library.differences()).toMatchObject([
      { id: 'skin', state: 'unavailable', name: 'Skin', message: { key: 'studio.library.noService' } },
    ]);
    deskTwo.store.profiles.save({ ...profile, id: 'q', name: 'Another name' });
    await synchronize(deskTwo);
    expect(deskTwo.store.recipes.get('skin')).toEqual(skin(deskTwo, { profileId: 'q' }));
    expect(deskTwo.library.differences()).toEqual([]);

    const three = await openDesk(3, []);
    three.store.profiles.save(profile);
    await synchronize(three);
    expect(three.library.differences()).toMatchObject([{ id: 'skin', message: { key: 'studio.share.unknown' } }]);
  });

  test('survive the loss of the studio’s rows', async () => {
    await shareSkin();
    await database.query('DELETE FROM burnish.documents');
    await synchronize(deskTwo, deskOne);
    expect([deskOne.recipeNames(), deskTwo.recipeNames()]).toEqual([['Skin'], ['Skin']]);
    expect(await database.query(`SELECT id FROM burnish.documents WHERE id = 'skin'`)).toHaveLength(1);
  });

  test.each([
    ['no JSON', '{'],
    ['no recipe', '{"recipe":{"name":"Bad"},"trial":"off","service":null}'],
    ['too deep', '['.repeat(100)],
    ['a folder on the disk', JSON.stringify({ recipe: { ...plain('/etc'), id: 'bad' }, trial: 'off', service: null })],
    ['a path outside its share', JSON.stringify({ recipe: plain('share://photos/../x'), trial: 'off', service: null })],
    ['an incomplete product', JSON.stringify({ recipe: { ...plain(null), product: {} }, trial: 'off', service: null })],
  ])('that are invalid in the database are not taken over: %s', async (_, document) => {
    deskOne.store.recipes.save(skin(deskOne));
    await synchronize(deskOne);
    await insertDocument('recipe', 'bad', document);
    await synchronize(deskOne);
    expect(deskOne.recipeNames()).toEqual(['Skin']);
    expect(deskOne.library.differences()).toMatchObject([{ kind: 'recipe', id: 'bad', state: 'unavailable' }]);
  });
});

/** Stores a document like the second desk, but without its checks. */
function insertDocument(kind: string, id: string, document: string) {
  const sql = 'INSERT INTO burnish.documents (kind, id, document, station) VALUES ($1, $2, $3, $4)';
  return database.query(sql, [kind, id, document, idOf(2)]);
}

function plain(output: string | null) {
  return { ...starterRecipes[0]!, id: 'bad', name: 'Bad', output: { ...starterRecipes[0]!.output, folder: output } };
}

test('presets reach other stations; each keeps its own folder outside the shares', async () => {
  const preset = exportPresetSchema.parse({ id: 'web', name: 'Web', options: { folder: join(folder, 'web') } });
  deskOne.store.exportPresets.save(preset);
  deskOne.store.detailsPresets.save({
    ...{ id: 'me', name: 'Me' },
    details: { headline: '', description: '', creator: 'Ana', copyright: '', keywords: [] },
  });
  await synchronize(deskOne, deskTwo);
  expect(deskTwo.store.detailsPresets.list()).toEqual(deskOne.store.detailsPresets.list());
  const received = deskTwo.store.exportPresets.list()[0]!;
  expect(received).toEqual({ ...preset, options: { ...preset.options, folder: '' } });
  const own = { ...received, name: 'For the web', options: { ...received.options, folder: join(folder, 'two') } };
  deskTwo.store.exportPresets.save(own);
  await synchronize(deskTwo, deskOne);
  expect(deskOne.store.exportPresets.list()).toEqual([{ ...preset, name: 'For the web' }]);
});

test('product lists reach other stations, both versions of one that two stations changed', async () => {
  const list = { id: 'spring', name: 'spring.csv' };
  deskOne.store.listFiles.save(list, Buffer.from('SKU\nA1\n'));
  await synchronize(deskOne, deskTwo);
  const texts = ({ store: { listFiles } }: Desk) =>
    Object.fromEntries(listFiles.list().map(({ name, hash }) => [name, listFiles.read(hash)?.toString()]));
  expect(texts(deskTwo)).toEqual({ 'spring.csv': 'SKU\nA1\n' });
  deskOne.store.listFiles.save(list, Buffer.from('SKU\nB2\n'));
  deskTwo.store.listFiles.save(list, Buffer.from('SKU\nC3\n'));
  await synchronize(deskOne, deskTwo, deskOne);
  for (const desk of [deskOne, deskTwo])
    expect(texts(desk)).toEqual({ 'spring.csv': 'SKU\nC3\n', 'spring.csv (Desk 1)': 'SKU\nB2\n' });
  deskTwo.store.listFiles.remove('spring');
  await synchronize(deskTwo, deskOne);
  expect(Object.keys(texts(deskOne))).toEqual(['spring.csv (Desk 1)']);
});

describe('prices', () => {
  const profile = (id: string, prices: Record<string, number>, perDay: number | null = null) =>
    profileSchema.parse({
      ...{ id, kind: 'remote', name: 'Fast', baseUrl: 'https://images.example' },
      costs: { prices, perDay },
    });
  const costs = (desk: Desk, id: string) => desk.store.profiles.get(id)?.costs;

  test('that are higher count at once; lower ones need approval; limits stay', async () => {
    deskOne.store.profiles.save(profile('p', { 'smart-skin-advanced': 5, 'ai-eyebrows': 1 }, 100));
    deskTwo.store.profiles.save(profile('q', { 'smart-skin-advanced': 2, 'ai-eyebrows': 3 }));
    await synchronize(deskOne, deskTwo);
    expect(costs(deskTwo, 'q')).toMatchObject({ prices: { 'smart-skin-advanced': 5, 'ai-eyebrows': 3 }, perDay: null });
    expect(deskTwo.library.differences()).toMatchObject([
      { kind: 'price', state: 'unapproved', profileId: 'q', message: { key: 'studio.library.lowerPrice' } },
    ]);
    await synchronize(deskOne, deskTwo);
    expect(costs(deskOne, 'p')?.prices).toEqual({ 'smart-skin-advanced': 5, 'ai-eyebrows': 1 });
    await deskTwo.library.approvePrices('q');
    expect(costs(deskTwo, 'q')?.prices).toEqual({ 'smart-skin-advanced': 5, 'ai-eyebrows': 1 });
    expect(deskTwo.library.differences()).toEqual([]);
  });

  test('stay if a station removes the service, and are offered when it is back', async () => {
    deskOne.store.profiles.save(profile('p', { 'ai-eyebrows': 1 }));
    deskTwo.store.profiles.save(profile('q', { 'ai-eyebrows': 1 }));
    await synchronize(deskOne, deskTwo);
    deskTwo.store.profiles.remove('q');
    await synchronize(deskTwo, deskOne);
    expect(costs(deskOne, 'p')?.prices).toEqual({ 'ai-eyebrows': 1 });
    expect(deskTwo.library.differences()).toEqual([]);
    deskTwo.store.profiles.save(profile('r', {}));
    await synchronize(deskTwo);
    expect(deskTwo.library.differences()).toMatchObject([{ kind: 'price', state: 'unapproved', profileId: 'r' }]);
  });

  test('with an invalid id or value are ignored', async () => {
    deskOne.store.profiles.save(profile('p', { 'ai-eyebrows': 1 }));
    await synchronize(deskOne);
    const [{ id } = { id: '' }] = await database.query<{ id: string }>(
      `SELECT id FROM burnish.documents WHERE kind = 'price'`,
    );
    await insertDocument('price', 'nothing', '{"credits":1}');
    await insertDocument('price', id.replace(/eyebrows$/, 'others'), '{"credits":1}');
    await insertDocument('price', id.replace('ai-eyebrows', 'face-beauty-pro'), '{"credits":-1}');
    await synchronize(deskOne);
    expect(costs(deskOne, 'p')?.prices).toEqual({ 'ai-eyebrows': 1 });
    expect(deskOne.library.differences().every(({ profileId }) => profileId === 'p')).toBe(true);
  });

  test('that no user entered here are not taken from the database without approval', async () => {
    deskTwo.store.profiles.save(profile('q', {}));
    const service = 'ai-eyebrows';
    deskOne.store.profiles.save(profile('p', { [service]: 0 }));
    await synchronize(deskOne, deskTwo);
    expect(costs(deskTwo, 'q')?.prices).toEqual({});
    deskOne.store.profiles.save(profile('p', {}));
    await synchronize(deskOne, deskTwo);
    expect(deskTwo.library.differences()).toEqual([]);
  });
});
