/** Estimates, approvals and trials of photographs that a studio processes: two apps at a real database. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Recipe, recipeSchema } from '../../../contract/recipes/recipe.ts';
import { type Costs, noCosts } from '../../../contract/services/costs.ts';
import { profileSchema } from '../../../contract/services/profile.ts';
import { studioMembershipSchema } from '../../../contract/studio/studio.ts';
import { type BurnishApp, createApp } from '../../../main/app.ts';
import { parseRecipe } from '../../../main/cli/options/parse-recipe.ts';
import { batchHandlers } from '../../../main/ipc/requests/batches.ts';
import { serviceHandlers } from '../../../main/ipc/requests/services.ts';
import { createMemoryKeyStore } from '../../../main/service/keys/key-store.ts';
import { smallPhotographs, squarePicture } from '../../helpers/photograph/small-photographs.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';
import { type ChargingService, startChargingService } from '../../helpers/service/charging-service.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../helpers/studio/postgres.ts';
import { requestContext } from '../../helpers/window/request-context.ts';

// Stations and PostgreSQL take a while to notice changes.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const operation = 'smart-skin-advanced';
const patience = { timeout: 30_000, interval: 50 };

let postgres: TestPostgres;
let service: ChargingService;
beforeAll(async () => {
  postgres = await startPostgres();
  service = await startChargingService({ picture: await squarePicture() });
});
afterAll(async () => {
  await service?.close();
  await postgres?.close();
});

let folder: string;
let share: string;
let database: TestDatabase;
let chargedBefore = 0;
const apps: BurnishApp[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-studio-costs-'));
  share = join(folder, 'share');
  mkdirSync(share);
  database = await postgres.newDatabase();
  chargedBefore = service.charges.length;
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

function retouch(more: Partial<Recipe> = {}): Recipe {
  const words = parseRecipe(`${operation}:skin_brightening=1`, []);
  const output = { ...words.output, folder: join(share, 'out') };
  return recipeSchema.parse({ ...words, id: 'retouch', name: 'Retouch', profileId: 'charging', output, ...more });
}

/** Starts an app that has joined the studio, with these prices of its paid service. */
async function joined(name: string, costs: Partial<Costs>, recipe: Partial<Recipe> = {}): Promise<BurnishApp> {
  const keys = createMemoryKeyStore();
  keys.set('charging', 'secret', new URL(service.baseUrl).origin);
  const app = await createApp({
    dataDir: join(folder, `data-${name}`),
    ...{ samples: [], galleryParts: '', models: '', version: '1', picturesFolder: folder, who: 'a test' },
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
  apps.push(app);
  const { store, studio } = app.core;
  store.profiles.save(
    profileSchema.parse({
      ...{ id: 'charging', kind: 'remote', name: 'Charging', baseUrl: service.baseUrl },
      costs: { ...noCosts, prices: { [operation]: 2 }, ...costs },
    }),
  );
  store.recipes.save(retouch(recipe));
  app.start();
  const wanted = studioMembershipSchema.parse({
    ...{ address: database.address, name, person: name, shares: [{ name: 'photos', folder: share }] },
  });
  expect(await studio.join(wanted, postgres.password, true)).toEqual({ kind: 'joined' });
  await postgres.query('UPDATE burnish.studio SET beat_ms = 300, lease_ms = 3000', [], database);
  // The next station recognizes the share by its marker.
  await expect.poll(() => readdirSync(share).some((file) => file.startsWith('.burnish-share')), patience).toBe(true);
  return app;
}

async function drop(app: BurnishApp, count: number) {
  const name = 'in';
  await smallPhotographs(join(share, name), count);
  return app.core.add([join(share, name)], 'retouch');
}
const charged = () => service.charges.length - chargedBefore;
const shared = async (state: string) =>
  (await postgres.query('SELECT held FROM burnish.jobs WHERE state = $1', [state], database)).rows as {
    held: boolean;
  }[];
const done = async () => (await shared('done')).length;
/** Counts the photographs of other stations, and of no station, that an app lists. */
const mirrored = ({ core: { store } }: BurnishApp) => store.mirrored.open(0, 100).length;

test('cheap work is estimated, and starts without approval', async () => {
  const anna = await joined('anna', {});
  const report = await drop(anna, 3);
  expect(report).toMatchObject({
    accepted: 3,
    asksAboutCost: false,
    estimates: [{ profileId: 'charging', requests: 3, credits: 6, unknown: [] }],
  });
  await expect.poll(done, patience).toBe(3);
  expect(charged()).toBe(3);
});

test('work above the approval limit waits for approval at all stations', async () => {
  const anna = await joined('anna', { askAbove: 5 });
  const ben = await joined('ben', {});
  const { batchId, ...report } = await drop(anna, 3);
  expect(report).toMatchObject({ asksAboutCost: true, estimates: [{ requests: 3, credits: 6 }] });
  const { store } = anna.core;
  expect(store.batches.list()).toMatchObject([{ id: batchId, heldForCost: true }]);
  await expect.poll(() => mirrored(ben), patience).toBe(3);
  expect(await shared('queued')).toEqual(Array(3).fill({ held: true }));
  expect(charged()).toBe(0);

  const costs = serviceHandlers(requestContext({ core: anna.core }));
  expect(await costs['costs.ofBatch']({ id: batchId! }, '')).toMatchObject({ spent: 0, left: [{ credits: 6 }] });
  await costs['costs.allow']({ id: batchId!, credits: null }, '');
  await expect.poll(done, patience).toBe(3);
  expect(store.batches.get(batchId!)).toMatchObject({ held: false, heldForCost: false });
  expect(charged()).toBe(3);
});

test.for(['first', 'spread'] as const)('a trial (%s) processes only its photographs, at any station', async (trial) => {
  const anna = await joined('anna', {}, { trial });
  await joined('ben', {});
  const { batchId, asksAboutCost } = await drop(anna, 6);
  // At a paid service, it may begin with free drafts.
  expect([asksAboutCost, charged()]).toEqual([true, 0]);
  const { store } = anna.core;
  await serviceHandlers(requestContext({ core: anna.core }))['costs.allow']({ id: batchId!, credits: null }, '');
  await expect.poll(() => store.trials.get(batchId!), patience).toEqual({ count: 3, done: 3, open: 0, left: 3 });
  expect([charged(), (await shared('queued')).map(({ held }) => held)]).toEqual([3, [true, true, true]]);

  store.trials.end(batchId!);
  await expect.poll(done, patience).toBe(6);
  expect(charged()).toBe(6);
});

test('the rest of a trial continues with another recipe', async () => {
  const anna = await joined('anna', {}, { trial: 'first' });
  const { batchId } = await drop(anna, 5);
  const { store } = anna.core;
  const other = retouch({
    id: 'other',
    name: 'Other',
    steps: [{ ...retouch().steps[0]!, params: { skin_smoothing: true } }],
  });
  store.recipes.save(other);
  await serviceHandlers(requestContext({ core: anna.core }))['costs.allow']({ id: batchId!, credits: null }, '');
  await expect.poll(() => store.trials.get(batchId!), patience).toEqual({ count: 3, done: 3, open: 0, left: 2 });
  const choice = { id: batchId!, recipeId: 'other', profileId: null };
  const report = await batchHandlers(requestContext({ core: anna.core }))['trials.goOnWith'](choice, '');
  expect(report).toMatchObject({ accepted: 2, estimates: [{ requests: 2, credits: 4 }] });
  await expect.poll(done, patience).toBe(5);
  await expect.poll(async () => (await shared('cancelled')).length, patience).toBe(2);
  expect([charged(), store.trials.get(batchId!)]).toEqual([5, null]);
});

test('a daily limit of all stations stops each of them, which keeps one photograph, until it is raised', async () => {
  const costs = { perDay: 6 };
  const anna = await joined('anna', costs);
  const ben = await joined('ben', costs);
  await drop(anna, 9);
  await expect.poll(done, patience).toBe(3);
  const ofStations = async () => (await shared('taken')).length;
  for (const { core } of [anna, ben])
    await expect
      .poll(() => core.store.conditions.list().map(({ condition, message }) => [condition, messageText(message)]), {
        ...patience,
        timeout: 60_000,
      })
      .toEqual([
        [
          'stopped',
          'The limit of 6 credits per day has been reached. Processing resumes tomorrow, or when you raise the limit.',
        ],
      ]);
  await expect.poll(ofStations, { ...patience, timeout: 60_000 }).toBe(2);
  expect(charged()).toBe(3);
  for (const { core } of [anna, ben]) {
    const profile = core.store.profiles.get('charging')!;
    core.store.profiles.save({ ...profile, costs: { ...profile.costs, perDay: 100 } });
  }
  await expect.poll(done, { ...patience, timeout: 60_000 }).toBe(9);
  expect(charged()).toBe(9);
});

test('photographs wait while the database is unavailable, and are estimated once it is back', async () => {
  const anna = await joined('anna', { askAbove: 5 });
  await postgres.stop();
  const report = await drop(anna, 3);
  expect(report).toMatchObject({ accepted: 3 });
  expect(report.estimates).toBeUndefined();
  await postgres.start();
  const { store } = anna.core;
  await expect.poll(() => mirrored(anna), patience).toBe(3);
  expect(store.batches.list()).toMatchObject([{ id: report.batchId, heldForCost: true }]);
  expect(await shared('queued')).toEqual(Array(3).fill({ held: true }));
  const { left } = await serviceHandlers(requestContext({ core: anna.core }))['costs.ofBatch'](
    { id: report.batchId! },
    '',
  );
  expect(left).toMatchObject([{ requests: 3, credits: 6 }]);
  expect(charged()).toBe(0);
});
