/** A running app joins and leaves a studio without a restart, like the window, with a real database. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recipeSchema } from '../../../../contract/recipes/recipe.ts';
import { profileSchema } from '../../../../contract/services/profile.ts';
import { type StudioMembership, studioMembershipSchema } from '../../../../contract/studio/studio.ts';
import { type BurnishApp, createApp } from '../../../../main/app.ts';
import { parseRecipe } from '../../../../main/cli/options/parse-recipe.ts';
import { createMemoryKeyStore } from '../../../../main/service/keys/key-store.ts';
import { smallPhotographs, squarePicture } from '../../../helpers/photograph/small-photographs.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { type ChargingService, startChargingService } from '../../../helpers/service/charging-service.ts';
import type { TestDatabase } from '../../../helpers/studio/postgres.ts';
import { postgresForFile } from '../../../helpers/studio/studio-tests.ts';

const postgres = postgresForFile();
let folder: string;
let share: string;
let database: TestDatabase;
let service: ChargingService;
const apps: BurnishApp[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-member-'));
  share = join(folder, 'share');
  mkdirSync(share);
  service = await startChargingService({ picture: await squarePicture() });
  database = await postgres().newDatabase();
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop();
  await service.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Retouches in one step, with results in the share. */
const recipe = () => {
  const words = parseRecipe('smart-skin-advanced:skin_brightening=1', []);
  const output = { ...words.output, folder: join(share, 'out') };
  return recipeSchema.parse({ ...words, id: 'retouch', name: 'Retouch', profileId: 'charging', output });
};

const keysOf = new Map<string, ReturnType<typeof createMemoryKeyStore>>();

/** An app with a separate data folder and a key for the service. */
async function openReview(name: string): Promise<BurnishApp> {
  const keys = keysOf.get(`${folder} ${name}`) ?? createMemoryKeyStore();
  keysOf.set(`${folder} ${name}`, keys);
  keys.set('charging', 'secret', new URL(service.baseUrl).origin);
  const app = await createApp({
    dataDir: join(folder, `data-${name}`),
    samples: [],
    galleryParts: '',
    models: '',
    version: '1',
    picturesFolder: folder,
    who: 'a test',
    showsServices: false,
    keys: () => keys,
    launchEngine: () => ({
      onLine: () => undefined,
      onExit: (listener) => void setImmediate(listener, 1),
      stop: () => undefined,
    }),
    log: { info: () => undefined, warn: () => undefined },
    toWords: messageText,
    studio: 'as-joined',
  });
  app.core.store.profiles.save(
    profileSchema.parse({ id: 'charging', kind: 'remote', name: 'Charging', baseUrl: service.baseUrl }),
  );
  app.core.store.recipes.save(recipe());
  apps.push(app);
  app.start();
  return app;
}

const wanted = (more: Partial<StudioMembership> = {}) =>
  studioMembershipSchema.parse({
    ...{ address: database.address, name: 'Desk 1', person: 'Anna', shares: [{ name: 'photos', folder: share }] },
    ...more,
  });

async function joined(name: string, more: Partial<StudioMembership> = {}): Promise<BurnishApp> {
  const app = await openReview(name);
  expect(await app.core.studio.join(wanted({ name, ...more }), postgres().password, true)).toEqual({ kind: 'joined' });
  await postgres().query('UPDATE burnish.studio SET beat_ms = 300, lease_ms = 3000', [], database);
  return app;
}

const standing = (app: BurnishApp) => app.core.live.studio();
const counts = (app: BurnishApp) => app.core.store.views.counts();
/** Waits until the app's status in the studio matches. */
const standsAt = (app: BurnishApp, status: object) => expect.poll(() => standing(app)).toMatchObject(status);
const isConnected = (app: BurnishApp) => standsAt(app, { condition: 'there' });
/** Waits until so many photographs of the app are done. */
const areDone = (app: BurnishApp, done: number) => expect.poll(() => counts(app)).toMatchObject({ done });
const rows = async (sql: string) => (await postgres().query(sql, [], database)).rows;
/** Waits until a query returns so many rows. */
const rowCountIs = (sql: string, count: number) => expect.poll(() => rows(sql)).toHaveLength(count);
/** Adds new photographs to the share, and through the app to the studio. */
async function drop(app: BurnishApp, count: number, from = 1) {
  await smallPhotographs(join(share, 'in'), count, from);
  return app.core.add([join(share, 'in')], 'retouch');
}

test('a running computer joins; dropped photographs become the studio’s, and the screen shows its status', async () => {
  const app = await openReview('one');
  const { studio } = app.core;
  expect(standing(app)).toBeNull();
  await expect(studio.join(wanted(), 'wrong', false)).rejects.toThrow('studio.refused.password');
  expect(await studio.join(wanted(), postgres().password, false)).toEqual({ kind: 'none' });
  expect(standing(app)).toBeNull();
  expect(await studio.join(wanted(), postgres().password, true)).toEqual({ kind: 'joined' });
  await isConnected(app);

  expect((await drop(app, 3)).accepted).toBe(3);
  await areDone(app, 3);
  await rowCountIs(`SELECT FROM burnish.jobs WHERE state = 'done'`, 3);

  const overview = await studio.overview();
  expect(overview).toMatchObject({ isPaused: false, shares: ['photos'], stranded: 0 });
  const [charging] = overview.services.filter(({ name }) => name === 'Charging');
  expect(charging).toMatchObject({ waiting: 0, atWork: 0, failed: 0, undecided: 0, requests: 0, charges: true });
  expect(overview.stations).toMatchObject([
    {
      ...{ name: 'Desk 1', person: 'Anna', condition: 'there', isThisOne: true, works: true, isDesk: true },
      ...{ holds: 0, perMinute: null, at: null, shares: ['photos'], watches: [] },
    },
  ]);
  expect(overview.stations[0]?.services).toContain(charging?.id);
  expect(service.charges).toHaveLength(3);
});

test('the speed covers the time with work in progress, per station, per service and in total', async () => {
  const app = await joined('one');
  await drop(app, 6);
  await rowCountIs(`SELECT FROM burnish.jobs WHERE state = 'done'`, 6);
  const paces = async () => {
    const { perMinute, services, stations } = await app.core.studio.overview();
    return [perMinute, services.find(({ name }) => name === 'Charging')?.perMinute, stations[0]?.perMinute];
  };
  /** Finishes one job every 2 s, the last `ago` s ago; the first three `idle` s earlier. */
  const finish = (idle: number, ago: number) =>
    rows(`UPDATE burnish.jobs SET finished_at = end_at, taken_at = end_at - interval '2 seconds'
      FROM (SELECT id, now() - interval '1 second' * (${ago} + 2 * (6 - place) + CASE WHEN place > 3 THEN 0 ELSE ${idle} END) AS end_at
        FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM burnish.jobs) ordered) ends WHERE ends.id = jobs.id`);

  await finish(0, 1);
  expect(await paces()).toEqual([30, 30, 30]);
  await finish(300, 1);
  expect(await paces()).toEqual([30, 30, 30]);
  await finish(0, 100);
  expect(await paces()).toEqual([null, null, null]);
});

test('nothing starts while all stations are paused, or if a station may not use the service', {
  tags: ['long'],
}, async () => {
  const app = await joined('one');
  const { studio } = app.core;
  await isConnected(app);
  await studio.pause(null, true);
  await standsAt(app, { isPaused: true });
  await drop(app, 2);
  const waiting = async () => (await studio.overview()).services.find(({ name }) => name === 'Charging');
  await expect.poll(waiting).toMatchObject({ waiting: 2 });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(service.begun).toBe(0);

  const { id: self = '' } = (await studio.overview()).stations[0] ?? {};
  const { id = '' } = (await waiting()) ?? {};
  await studio.allow(id, self, false);
  await studio.pause(null, false);
  await standsAt(app, { isPaused: false });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(service.begun).toBe(0);
  expect(await studio.overview()).toMatchObject({ stranded: 2 });
  await studio.allow(id, self, true);
  await areDone(app, 2);
});

test('a station that leaves when done finishes first, keeps its results, and works alone again', async () => {
  const app = await joined('one');
  const { studio, store, keys } = app.core;
  service.hold('answers');
  await drop(app, 1);
  await expect.poll(() => service.charges).toHaveLength(1);

  await studio.leave('finish');
  expect(standing(app)).toMatchObject({ isDraining: true, holds: 1 });
  service.let();
  await expect.poll(() => standing(app)).toBeNull();
  expect(store.settings.read().studio).toBeNull();
  expect(keys.get('studio:password', database.address)).toBeNull();
  expect(await rows('SELECT state FROM burnish.jobs')).toEqual([{ state: 'done' }]);
  expect(counts(app).done).toBe(1);

  await drop(app, 1, 2);
  await areDone(app, 2);
  expect(await rows('SELECT state FROM burnish.jobs')).toHaveLength(1);
});

test('a station that leaves at once releases its jobs, and others fetch its task at the service', {
  tags: ['long'],
}, async () => {
  await service.close();
  service = await startChargingService({ picture: await squarePicture(), tasks: true });
  const appOne = await joined('one');
  service.hold('tasks');
  await drop(appOne, 2);
  await rowCountIs(`SELECT FROM burnish.attempts WHERE state = 'task'`, 2);

  await appOne.core.studio.leave('give-back');
  expect(standing(appOne)).toBeNull();
  expect(appOne.core.store.shared.open()).toEqual([]);

  const appTwo = await joined('two');
  service.let();
  await areDone(appTwo, 2);
  expect(service.charges).toHaveLength(2);
  expect(counts(appOne).done).toBe(0);
});

test('a database outage shows a warning, and its recovery none', async () => {
  const app = await joined('one');
  const notices: { readonly tone: string; readonly key: string }[] = [];
  app.onNotice(({ tone, text }) => notices.push({ tone, key: typeof text === 'string' ? text : text.key }));
  const toneOf = (key: string) => notices.find((notice) => notice.key === key)?.tone;
  await isConnected(app);

  await postgres().stop();
  await expect.poll(() => toneOf('studio.awayGoesOn')).toBe('warning');
  await postgres().start();
  await expect.poll(() => toneOf('studio.back')).toBe('info');
});

test('an app starts during a database outage, reports it, and connects once it is over', {
  tags: ['long'],
}, async () => {
  const before = await joined('one');
  await before.stop();
  apps.splice(0);
  await postgres().stop();
  const app = await openReview('one');
  await standsAt(app, { condition: 'away' });
  await drop(app, 1);
  await standsAt(app, { unsent: { photographs: 1 } });
  await expect(app.core.studio.leave('give-back')).rejects.toThrow('studio.leave.unsent');
  expect(service.begun).toBe(0);
  await postgres().start();
  await isConnected(app);
  await areDone(app, 1);
});

test('a password that is no longer valid is reported, and jobs are kept', async () => {
  const before = await joined('one');
  const { keys } = before.core;
  await before.stop();
  apps.splice(0);
  expect(keys.get('studio:password', database.address)).toBe(postgres().password);
  keys.set('studio:password', 'other', database.address);

  const app = await openReview('one');
  await standsAt(app, { condition: 'refused' });
  expect(messageText(standing(app)?.message ?? '')).toContain('password');
});

test('a password is sent to the database it was entered for, and to no other', { tags: ['long'] }, async () => {
  const app = await joined('one');
  const otherDatabase = await postgres().newDatabase();
  await expect(app.core.studio.join(wanted({ address: otherDatabase.address }), null, true)).rejects.toThrow(
    'studio.refused.noPassword',
  );
  expect(standing(app)?.station).toBe('one');
});

test('a folder is a share if another station has used it', async () => {
  const appOne = await joined('one');
  await expect.poll(() => appOne.core.studio.checkShare('photos', share)).toMatchObject({ kind: 'same' });
  const appTwo = await openReview('two');
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  const withFolder = (at: string) =>
    appTwo.core.studio.join(
      wanted({ name: 'two', shares: [{ name: 'photos', folder: at }] }),
      postgres().password,
      false,
    );
  await expect(withFolder(elsewhere)).rejects.toThrow('studio.share.other');
  await expect(withFolder(join(folder, 'nowhere'))).rejects.toThrow('studio.share.gone');
  expect(await withFolder(share)).toEqual({ kind: 'joined' });
  expect(await appTwo.core.studio.checkShare('photos', share)).toEqual({ kind: 'same', station: 'one' });
  expect(await appTwo.core.studio.checkShare('finished', elsewhere)).toEqual({ kind: 'first', station: null });
});
