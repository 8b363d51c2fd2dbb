import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchFolderSchema } from '../../../contract/intake/watch-folder.ts';
import { recipeSchema, starterRecipes } from '../../../contract/recipes/recipe.ts';
import { builtInProfile, profileSchema } from '../../../contract/services/profile.ts';
import { type BurnishApp, createApp } from '../../../main/app.ts';
import { openCrashReports } from '../../../main/crashes/crash-reports.ts';
import { createHandlers } from '../../../main/ipc/handlers.ts';
import type { DesktopActions } from '../../../main/ipc/ipc-context.ts';
import { openGrants } from '../../../main/ipc/path-grants.ts';
import type { Handlers } from '../../../main/ipc/register-handlers.ts';
import { UserError } from '../../../main/ipc/user-error.ts';
import { createMemoryKeyStore } from '../../../main/service/keys/key-store.ts';
import type { RequestArgs } from '../../../preload/channels.ts';
import { matchingError, messageText } from '../../helpers/message-matchers.ts';
import { paperJob } from '../../helpers/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../../helpers/scripted-server.ts';
import { addUndecided } from '../../helpers/undecided-jobs.ts';

const samples = [
  { path: join(import.meta.dirname, '../../../assets/samples/astronaut.png'), recipeId: 'portrait-cutout' },
];

let folder: string;
let app: BurnishApp;
let handlers: ReturnType<typeof asPage>;
let revealed: string[];
/** What the user chooses in the system's dialogs. */
let choice: string[];
let server: ScriptedServer | null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-handlers-'));
  revealed = [];
  choice = [];
  server = null;
  const keys = createMemoryKeyStore();
  app = await createApp({
    dataDir: folder,
    samples,
    galleryParts: '',
    models: '',
    version: '1.2.3',
    picturesFolder: folder,
    who: 'a test',
    showsServices: false,
    keys: () => keys,
    // Nothing here needs the engine: one that ended at once is as good as none.
    launchEngine: () => ({
      onLine: () => undefined,
      onExit: (listener) => void setImmediate(listener, 1),
      stop: () => undefined,
    }),
    log: { info: () => undefined, warn: () => undefined },
    toWords: messageText,
  });
  const desktop: DesktopActions = {
    updates: { status: () => ({ state: 'off', why: 'checkout' }), look: async () => {}, restart: async () => {} },
    chooseImages: async () => choice,
    chooseImage: async () => choice[0] ?? null,
    chooseFolder: async () => choice[0] ?? null,
    chooseCertificates: async () => choice[0] ?? null,
    choosePicks: async () => choice[0] ?? null,
    chooseProductList: async () => choice[0] ?? null,
    chooseRecipe: async () => choice[0] ?? null,
    confirm: async () => true,
    display: {
      status: () => ({ isAvailable: false, isOpen: false }),
      open: () => false,
      show: () => undefined,
      close: () => undefined,
    },
    reportCloseState: () => undefined,
    enableInMenu: () => undefined,
    startWork: () => undefined,
    reveal: (path) => void revealed.push(path),
    dragOut: () => undefined,
    copyFiles: async () => undefined,
    fullScreen: () => undefined,
    logFolder: join(folder, 'logs'),
    diagnostics: async () => 'facts',
    about: () => ({ version: '1.2.3', runsOn: '' }),
    license: async (id) => [id],
    crashes: openCrashReports({ folder: join(folder, 'crashes'), logFile: join(folder, 'log'), about: 'Burnish' }),
    codeFolder: folder,
    login: { status: () => ({ isOn: false, isPossible: true }), set: () => true },
  };
  handlers = asPage(createHandlers(app.core, desktop, openGrants()));
});

/** The handlers as one page reaches them. */
function asPage(all: Handlers) {
  const entries = Object.entries(all).map(([name, handle]) => [
    name,
    (args: unknown) => (handle as (args: unknown, sender: string) => unknown)(args, 'page'),
  ]);
  return Object.fromEntries(entries) as { [N in keyof Handlers]: (args: RequestArgs<N>) => ReturnType<Handlers[N]> };
}

/** The grant of a folder that the user has chosen. */
async function chosen(path: string): Promise<string> {
  choice = [path];
  const grant = await handlers['app.chooseFolder']({ title: 'A folder', start: null });
  return grant!.id;
}

afterEach(async () => {
  await app.stop();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const remote = (baseUrl: string) => profileSchema.parse({ id: 'studio', kind: 'remote', name: 'Studio', baseUrl });

describe('profiles', () => {
  it('keep the key out of the database and out of the snapshot', async () => {
    await handlers['profiles.save']({ profile: remote('https://images.example'), key: 'top-secret-key' });
    const shown = JSON.stringify(await handlers['app.snapshot'](undefined));
    expect(shown).toContain('images.example');
    expect(shown).not.toContain('top-secret-key');
    expect(app.core.keys.get('studio', 'https://images.example')).toBe('top-secret-key');
  });

  it('forget the key when the address changes, so that it never goes to another host', async () => {
    await handlers['profiles.save']({ profile: remote('https://images.example'), key: 'k' });
    await handlers['profiles.save']({ profile: remote('https://elsewhere.example') });
    expect(app.core.keys.get('studio', 'https://images.example')).toBeNull();
    expect(app.core.keys.get('studio', 'https://elsewhere.example')).toBeNull();
    await handlers['profiles.save']({ profile: remote('https://images.example') });
    expect(app.core.keys.get('studio', 'https://images.example')).toBeNull();
  });

  it.each([
    ['https://images.example/v2', 'k'],
    ['https://IMAGES.example:443', 'k'],
    ['http://images.example', null],
    ['https://images.example:8443', null],
    ['https://images.example.evil.example', null],
  ])('keep the key for the same place alone: %s', async (address, kept) => {
    await handlers['profiles.save']({ profile: remote('https://images.example'), key: 'k' });
    await handlers['profiles.save']({ profile: remote(address) });
    expect(app.core.keys.get('studio', new URL(address).origin)).toBe(kept);
    const shown = await handlers['app.snapshot'](undefined);
    expect(shown.profileStatus.find(({ id }) => id === 'studio')?.key).toBe(kept === null ? 'none' : 'session');
  });

  it('are kept in one spelling of their address', async () => {
    await handlers['profiles.save']({ profile: remote('HTTPS://Images.Example:443/v2/./'), key: 'k' });
    expect(app.core.store.profiles.get('studio')?.baseUrl).toBe('https://images.example/v2');
  });

  it.each(['https://images.example@evil.example', 'https://images.example/?key=k'])(
    'are refused, key and all, where the address holds more than a place: %s',
    async (address) => {
      await handlers['profiles.save']({ profile: remote('https://images.example'), key: 'k' });
      expect(() => handlers['profiles.save']({ profile: remote(address), key: 'other' })).toThrow(UserError);
      expect(app.core.store.profiles.get('studio')?.baseUrl).toBe('https://images.example');
      expect(app.core.keys.get('studio', 'https://images.example')).toBe('k');
    },
  );

  it('are not tested with the stored key at an address that was never saved', async () => {
    await handlers['profiles.save']({ profile: remote('https://images.example'), key: 'stored-key' });
    server = await startScriptedServer();
    const report = await handlers['profiles.test']({ profile: remote(server.baseUrl) });
    expect(report.ok).toBe(false);
    expect(server.requests).toHaveLength(0);
  });

  it('refuse to lose the built-in engine or to make a second one', async () => {
    expect(() => handlers['profiles.remove']({ id: 'built-in' })).toThrow(UserError);
    expect(() => handlers['profiles.save']({ profile: { ...builtInProfile, id: 'other' } })).toThrow(UserError);
    expect(() => handlers['profiles.save']({ profile: { ...remote('https://a.example'), baseUrl: '' } })).toThrow(
      matchingError(/address/),
    );
  });

  it('are tried at once on request, those that are there', async () => {
    await handlers['profiles.save']({ profile: remote('https://images.example'), key: 'k' });
    await handlers['profiles.tryNow']({ id: 'studio' });
    expect(() => handlers['profiles.tryNow']({ id: 'gone' })).toThrow(UserError);
  });

  it('fall back to the built-in engine when the default one is removed', async () => {
    await handlers['profiles.save']({ profile: remote('https://images.example'), key: 'k' });
    app.core.store.settings.save({ defaultProfileId: 'studio' });
    await handlers['profiles.remove']({ id: 'studio' });
    expect(app.core.store.settings.read().defaultProfileId).toBe('built-in');
    expect(app.core.keys.get('studio', 'https://images.example')).toBeNull();
  });
});

describe('folders', () => {
  const watched = (id: string, path: string) => watchFolderSchema.parse({ id, path, recipeId: 'portrait-cutout' });

  it('are watched once, with a recipe that is there', async () => {
    await handlers['folders.save'](watched('a', await chosen('/photos')));
    const again = await chosen('/photos');
    expect(() => handlers['folders.save'](watched('b', again))).toThrow(
      matchingError('This folder is already watched.'),
    );
    const more = watched('c', await chosen('/more'));
    expect(() => handlers['folders.save']({ ...more, recipeId: 'gone' })).toThrow(matchingError(/recipe/));
  });

  it('keep their recipe from being deleted', async () => {
    await handlers['folders.save'](watched('a', await chosen('/photos')));
    expect(() => handlers['recipes.remove']({ id: 'portrait-cutout' })).toThrow(matchingError(/\/photos/));
  });

  it('are shown where the database knows them and they are there', async () => {
    await handlers['folders.save'](watched('a', await chosen(folder)));
    await handlers['folders.reveal']({ id: 'a', which: 'watched' });
    expect(revealed).toEqual([folder]);
    expect(() => handlers['folders.reveal']({ id: 'a', which: 'output' })).toThrow(matchingError(/no longer exists/));
    expect(() => handlers['folders.reveal']({ id: 'b', which: 'watched' })).toThrow(UserError);
    expect(revealed).toEqual([folder]);
  });
});

describe('recipes', () => {
  it('come back from the file that was made of one, under an id of their own, and are not saved by that', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'burnish-recipe-'));
    try {
      const name = await handlers['recipes.export']({ id: 'product-on-white', folder: await chosen(folder) });
      expect(name).toBe('Product on white.burnish-recipe.json');
      const before = app.core.store.recipes.list();
      choice = [join(folder, name)];
      const read = await handlers['recipes.import'](undefined);
      expect(read).toMatchObject({ name: 'Product on white', steps: before[1]!.steps });
      expect(app.core.store.recipes.list()).toEqual(before);
      writeFileSync(join(folder, 'other.json'), '{"burnish":"gallery"}');
      choice = [join(folder, 'other.json')];
      await expect(handlers['recipes.import'](undefined)).rejects.toThrow(UserError);
      choice = [];
      expect(await handlers['recipes.import'](undefined)).toBeNull();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are put in order', () => {
    const ids = () => app.core.store.recipes.list().map(({ id }) => id);
    handlers['recipes.move']({ id: 'skin-soft', by: -2 });
    expect(ids()).toEqual(['skin-soft', 'portrait-cutout', 'product-on-white']);
    handlers['recipes.move']({ id: 'skin-soft', by: 100 });
    expect(ids()).toEqual(['portrait-cutout', 'product-on-white', 'skin-soft']);
    handlers['recipes.move']({ id: 'gone', by: 1 });
    expect(ids()).toHaveLength(3);
  });

  it('are never all deleted, and the default moves on', async () => {
    for (const id of ['portrait-cutout', 'product-on-white']) await handlers['recipes.remove']({ id });
    expect(app.core.store.settings.read().defaultRecipeId).toBe('skin-soft');
    expect(() => handlers['recipes.remove']({ id: 'skin-soft' })).toThrow(matchingError(/only recipe/));
  });

  it('can be edited without changing the jobs made with them', async () => {
    const report = await handlers['intake.samples'](undefined);
    const before = app.core.store.recipes.get('portrait-cutout')!;
    await handlers['recipes.save'](recipeSchema.parse({ ...before, name: 'Renamed' }));
    const [job] = app.core.store.views.ofBatch(report.batchId!);
    expect(job?.recipeName).toBe('Portrait cutout');
  });
});

describe('photographs', () => {
  it('are taken in by a grant for what was chosen, once', async () => {
    expect(await handlers['app.chooseImages'](undefined)).toBeNull();
    choice = [samples[0]!.path];
    const grant = (await handlers['app.chooseImages'](undefined))!;
    const add = async () => handlers['intake.add']({ grant, recipeId: 'portrait-cutout' });
    expect(await add()).toMatchObject({ accepted: 1, refused: [] });
    await expect(add).rejects.toThrow(UserError);
  });

  it('are shown for a preview by a grant, as often as it takes', async () => {
    choice = [samples[0]!.path];
    const source = (await handlers['app.choosePhotograph']({ purpose: 'preview' }))!.id;
    const operation = 'skin-analysis';
    for (let times = 0; times < 2; times += 1)
      expect(await handlers['recipes.previewSource']({ source, operation })).toMatch(/^burnish:\/\/image\/preview\//);
    expect(() => handlers['intake.add']({ grant: source, recipeId: 'portrait-cutout' })).toThrow(UserError);
    expect(() => handlers['recipes.previewSource']({ source: samples[0]!.path, operation })).toThrow(UserError);
  });

  it('go to another folder by a grant for it', async () => {
    const { batchId } = await handlers['intake.samples'](undefined);
    const on = { ids: app.core.store.views.ofBatch(batchId!).map(({ id }) => id) };
    const to = await chosen('/elsewhere');
    await handlers['jobs.redirect']({ on, folder: to });
    await expect(handlers['jobs.redirect']({ on, folder: to })).rejects.toThrow(UserError);
    await expect(handlers['jobs.redirect']({ on, folder: '/etc' })).rejects.toThrow(UserError);
  });
});

describe('jobs and results', () => {
  it('are shown in detail, run again, and removed', async () => {
    const { batchId } = await handlers['intake.samples'](undefined);
    const [job] = app.core.store.views.ofBatch(batchId!);
    const detail = await handlers['jobs.detail']({ id: job!.id });
    expect(detail).toMatchObject({ job: { name: 'astronaut.png' }, recipe: { id: 'portrait-cutout' }, results: [] });
    expect(await handlers['jobs.again']({ on: { ids: [job!.id] }, onlyDone: false })).toMatchObject({ accepted: 1 });
    await handlers['jobs.cancel']({ on: { ids: [job!.id] } });
    await handlers['jobs.remove']({ on: { ids: [job!.id] } });
    expect(app.core.store.views.ofBatch(batchId!)).toEqual([]);
  });

  it('are taken in with another recipe, and with their own as it is now', async () => {
    const { store } = app.core;
    const { batchId } = await handlers['intake.samples'](undefined);
    const [job] = store.views.ofBatch(batchId!);
    const on = { ids: [job!.id] };
    const report = await handlers['jobs.processWith']({ on, recipeId: 'skin-soft' });
    expect(report).toMatchObject({ accepted: 1, resumed: 0, refused: [], notes: [] });
    const [made] = store.views.ofBatch(report.batchId!);
    expect(made).toMatchObject({ recipeName: 'Skin, soft', sourcePath: job!.sourcePath });
    expect(messageText(store.batches.get(report.batchId!)?.title)).toBe('astronaut (again)');

    const cutout = store.recipes.get('portrait-cutout')!;
    const [step] = cutout.steps;
    store.recipes.save({ ...cutout, steps: [{ ...step!, params: { return_form: 'mask' } }] });
    const own = await handlers['jobs.processWith']({ on, recipeId: null });
    expect(own).toMatchObject({ accepted: 1, resumed: 0 });
    const [edited] = store.views.ofBatch(own.batchId!);
    expect(store.jobs.get(edited!.id)?.recipe.steps[0]?.params).toEqual({ return_form: 'mask' });
    // Once more finds the one that was made.
    expect(await handlers['jobs.processWith']({ on, recipeId: null })).toMatchObject({ accepted: 0, resumed: 1 });

    const photograph = { ids: [store.photographViews.ofJob(job!.id)!] };
    const product = await handlers['photographs.processWith']({ on: photograph, recipeId: 'product-on-white' });
    expect(product).toMatchObject({ accepted: 1 });
    await expect(handlers['jobs.processWith']({ on, recipeId: 'no-such' })).rejects.toThrow(UserError);
  });

  it('are left as they are where their recipe is gone', async () => {
    const { store } = app.core;
    const { batchId } = await handlers['intake.samples'](undefined);
    const [job] = store.views.ofBatch(batchId!);
    store.recipes.remove('portrait-cutout');
    const report = await handlers['jobs.processWith']({ on: { ids: [job!.id] }, recipeId: null });
    expect(report).toMatchObject({ batchId: null, accepted: 0 });
    expect(report.notes.map((note) => messageText(note))).toEqual([
      'One photograph was not processed: its recipe “Portrait cutout” no longer exists. Choose another one.',
    ]);
  });

  it('that are done again are told of in a report', async () => {
    const { batchId } = await handlers['intake.samples'](undefined);
    const [job] = app.core.store.views.ofBatch(batchId!);
    const report = await handlers['jobs.again']({ on: { ids: [job!.id] }, onlyDone: false });
    expect(report).toMatchObject({ accepted: 1, resumed: 0, skipped: 0, finishedBefore: [], refused: [] });
    expect(await handlers['jobs.again']({ on: { ids: [99] }, onlyDone: false })).toMatchObject({
      batchId: null,
      accepted: 0,
    });
  });

  it('that are uncertain are shown and decided by cause, also where the list does not hold them', async () => {
    const { store } = app.core;
    const [lost] = addUndecided(store, 'NO_ANSWER', 2);
    const [page] = addUndecided(store, 'ANSWER_IS_WEB_PAGE', 1);
    const shown = async () => (await handlers['app.snapshot'](undefined)).undecided;
    expect(await shown()).toMatchObject([
      { cause: 'NO_ANSWER', message: 'Because of NO_ANSWER.', count: 2 },
      { cause: 'ANSWER_IS_WEB_PAGE', message: 'Because of ANSWER_IS_WEB_PAGE.', count: 1 },
    ]);
    const giveUp = { cause: 'NO_ANSWER', decision: 'give-up' } as const;
    // One had been shown, two are there: nothing is decided that nobody was asked about.
    expect(await handlers['jobs.decideCause']({ ...giveUp, seen: 1 })).toMatchObject({ cause: 'NO_ANSWER', count: 2 });
    expect(store.jobs.get(lost!)?.state).toBe('uncertain');
    expect(await handlers['jobs.decideCause']({ ...giveUp, seen: 2 })).toBeNull();
    expect((await shown()).map(({ cause }) => cause)).toEqual(['ANSWER_IS_WEB_PAGE']);
    expect(store.jobs.get(lost!)?.state).toBe('cancelled');
    await handlers['jobs.decideCause']({ cause: 'ANSWER_IS_WEB_PAGE', decision: 'send-again', seen: 1 });
    expect(store.jobs.get(page!)?.state).toBe('queued');
    expect(await shown()).toEqual([]);
  });

  it('that are unknown are refused with a sentence', async () => {
    expect(await handlers['jobs.detail']({ id: 99 })).toBeNull();
    await expect(async () => handlers['results.reveal']({ id: 99 })).rejects.toThrow(UserError);
    await expect(async () => handlers['jobs.revealSource']({ id: 99 })).rejects.toThrow(UserError);
    await expect(async () => handlers['results.revealFolder']({ id: 99 })).rejects.toThrow(UserError);
  });

  it('are shown in the folder the user has found them in since, and not where they were', async () => {
    const { store } = app.core;
    const path = (of: string, name: string) => join(folder, of, name);
    for (const of of ['card', 'archive']) mkdirSync(join(folder, of));
    writeFileSync(path('card', 'here.jpg'), 'a photograph');
    writeFileSync(path('archive', 'moved.jpg'), 'another photograph');
    const items = ['here', 'moved'].map((name) =>
      paperJob(name, starterRecipes[0]!, { sourcePath: path('card', `${name}.jpg`) }),
    );
    const { jobIds } = store.jobs.add({ title: 't', origin: 'drop', folderId: null }, items);
    const [here, moved] = [jobIds[0]!, jobIds[1]!];
    await expect(async () => handlers['jobs.revealSource']({ id: moved })).rejects.toThrow(matchingError(/moved\.jpg/));
    const id = store.jobs.get(moved)?.photographId ?? 0;
    store.filePlaces.originalsFound([{ id, from: path('card', 'moved.jpg'), to: path('archive', 'moved.jpg') }]);
    for (const job of [here, moved]) await handlers['jobs.revealSource']({ id: job });
    expect(revealed).toEqual([path('card', 'here.jpg'), path('archive', 'moved.jpg')]);
  });

  it('are shown by the folder they came from, while that is there', async () => {
    const { store } = app.core;
    const card = join(folder, 'card');
    mkdirSync(card);
    const paper = paperJob('a', starterRecipes[0]!, { sourcePath: join(card, 'a.jpg') });
    store.jobs.add({ title: 't', origin: 'drop', folderId: null }, [paper]);
    await handlers['results.revealFolder']({ id: 1 });
    expect(revealed).toEqual([card]);
    rmSync(card, { recursive: true });
    await expect(async () => handlers['results.revealFolder']({ id: 1 })).rejects.toThrow(matchingError(/card/));
  });
});

it('settings that name a recipe or service that is not there are refused', () => {
  const settings = app.core.store.settings.read();
  expect(() => handlers['settings.save']({ ...settings, defaultRecipeId: 'gone' })).toThrow(UserError);
  expect(() => handlers['settings.save']({ ...settings, defaultProfileId: 'gone' })).toThrow(UserError);
});

it('settings that main has confirmed are not the page’s to change', () => {
  const { store } = app.core;
  const page = {
    proxy: 'own',
    proxyAddress: 'http://evil.example',
    certificates: '/evil.pem',
    doneCommand: 'evil',
  } as const;
  handlers['settings.save']({ ...store.settings.read(), ...page, stayAwake: false });
  expect(store.settings.read()).toMatchObject({
    ...{ proxy: 'system', proxyAddress: '', certificates: '', doneCommand: '' },
    stayAwake: false,
  });
});
