/** Drafts of a batch at a paid service, and the decisions that follow: a draft costs nothing and leaves nothing. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { imageUrl } from '../../../../contract/app/image-urls.ts';
import { operations } from '../../../../contract/operations/table.ts';
import { type Recipe, recipeSchema } from '../../../../contract/recipes/recipe.ts';
import { builtInProfileId, profileSchema } from '../../../../contract/services/profile.ts';
import { type BurnishApp, createApp } from '../../../../main/app.ts';
import { parseRecipe } from '../../../../main/cli/options/parse-recipe.ts';
import { UserError } from '../../../../main/ipc/bridge/user-error.ts';
import { batchHandlers } from '../../../../main/ipc/requests/batches.ts';
import { createMemoryKeyStore } from '../../../../main/service/keys/key-store.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { smallPhotographs, squarePicture } from '../../../helpers/photograph/small-photographs.ts';
import { success } from '../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { type ScriptedServer, startScriptedServer } from '../../../helpers/service/scripted-server.ts';
import { requestContext } from '../../../helpers/window/request-context.ts';

const operation = 'smart-skin-advanced';
const upload = `POST ${operations[operation].path}`;

let folder: string;
let paid: ScriptedServer;
let engine: ScriptedServer;
let app: BurnishApp;
let handlers: ReturnType<typeof batchHandlers>;

beforeEach(async () => {
  folder = scratchFolder();
  const image = await squarePicture();
  [paid, engine] = await Promise.all([startScriptedServer(), startScriptedServer()]);
  for (const server of [paid, engine]) server.script(upload, { json: { ...success, data: { image } } });
  const keys = createMemoryKeyStore();
  keys.set('paid', 'secret', new URL(paid.baseUrl).origin);
  app = await createApp({
    dataDir: join(folder, 'data'),
    samples: [],
    galleryParts: '',
    models: '',
    version: '1',
    picturesFolder: folder,
    who: 'a test',
    showsServices: false,
    keys: () => keys,
    // The second scripted service is the engine.
    launchEngine: () => {
      let exit: (code: number) => void = () => undefined;
      return {
        onLine: (listener) =>
          void setImmediate(listener, JSON.stringify({ baseUrl: engine.baseUrl, apiKey: 'engine' })),
        onExit: (listener) => {
          exit = listener;
        },
        stop: () => exit(0),
      };
    },
    log: { info: () => undefined, warn: () => undefined },
    toWords: messageText,
  });
  const { profiles } = app.core.store;
  profiles.save(profileSchema.parse({ id: 'paid', kind: 'remote', name: 'Paid', baseUrl: paid.baseUrl }));
  app.start();
  handlers = batchHandlers(requestContext({ core: app.core }));
});
afterEach(async () => {
  await app.stop();
  await Promise.all([paid.close(), engine.close()]);
});

function recipeAt(profileId: string, more: Partial<Recipe> = {}): string {
  const words = parseRecipe(`${operation}:skin_brightening=1`, []);
  const output = { ...words.output, folder: join(folder, 'out') };
  const recipe = recipeSchema.parse({ ...words, id: `at-${profileId}`, name: profileId, profileId, output, ...more });
  app.core.store.recipes.save(recipe);
  return recipe.id;
}

/** Adds five photographs to a batch that waits for a decision on its trial. */
async function addTrial(): Promise<number> {
  await smallPhotographs(join(folder, 'in'), 5);
  const report = await app.core.add([join(folder, 'in')], recipeAt('paid', { trial: 'first' }));
  expect(report).toMatchObject({ accepted: 5, asksAboutCost: true });
  return report.batchId!;
}
const asPage = { id: 'page' } as never;
const listed = async (id: number) => handlers['drafts.of']({ id }, asPage);
const make = async (id: number) => handlers['drafts.make']({ id }, asPage);
const allow = (id: number) => app.core.store.batches.setCap(id, null);
const sent = (server: ScriptedServer) => server.requestsOf(upload).length;
const counts = () => app.core.store.views.counts();
const outputs = () => (existsSync(join(folder, 'out')) ? readdirSync(join(folder, 'out')) : []);
const draftFolder = () => join(app.core.store.previewFolder, 'drafts');
const fileOf = (url: string | null) => app.core.drafts.pathOf((url ?? '').slice(imageUrl.preview('').length));

test('drafts are made by the engine, send and store nothing, and do not count as results', async () => {
  const batchId = await addTrial();
  const before = paid.requests.length;
  const sources = await listed(batchId);
  expect(sources.map(({ operations: all }) => all)).toEqual([[operation], [operation], [operation]]);
  engine.script(
    upload,
    { status: 422, json: { error_detail: { code: 'ERROR_BLURRY_FACE' } } },
    { json: { ...success, data: { image: await squarePicture() } } },
  );
  const reports = [];
  for (const { jobId } of sources) reports.push(await make(jobId));
  // One that fails leaves the others alone.
  expect(reports.map(({ error, afterUrl }) => [error === null, afterUrl !== null])).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ]);
  const drawn = fileOf(reports[1]!.afterUrl);
  expect(existsSync(drawn!)).toBe(true);
  expect([sent(engine), paid.requests.length - before]).toEqual([3, 0]);
  const { store } = app.core;
  expect([store.ledger.list(), outputs(), counts()]).toMatchObject([[], [], { queued: 5 }]);
  expect(await Promise.all(sources.map(({ jobId }) => store.results.ofJob(jobId)))).toEqual([[], [], []]);
  await handlers['drafts.discard'](undefined, asPage);
  expect([fileOf(reports[1]!.afterUrl), readdirSync(draftFolder())]).toEqual([null, []]);
});

test('a draft does not replace the paid job of the same photograph', async () => {
  const batchId = await addTrial();
  for (const { jobId } of await listed(batchId)) expect((await make(jobId)).error).toBeNull();
  allow(batchId);
  await expect.poll(counts, { timeout: 30_000 }).toMatchObject({ done: 3, queued: 2 });
  expect([sent(paid), sent(engine), outputs().length]).toEqual([3, 3, 3]);
  expect(await handlers['trials.of']({ id: batchId }, asPage)).toMatchObject({ done: 3, left: 2 });
  // Paid photographs need no draft.
  const [job] = app.core.store.views.byId([1]);
  await expect(make(job!.id)).rejects.toThrow(UserError);
});

test('another recipe takes over all photographs of a trial that has not started', async () => {
  const batchId = await addTrial();
  const other = recipeAt(builtInProfileId);
  const report = await handlers['trials.goOnWith']({ id: batchId, recipeId: other, profileId: null }, asPage);
  expect(report).toMatchObject({ accepted: 5 });
  await expect.poll(counts, { timeout: 30_000 }).toMatchObject({ done: 5 });
  expect([sent(paid), sent(engine)]).toEqual([0, 5]);
  expect(app.core.store.batches.list().map(({ id }) => id)).toEqual([report.batchId]);
});

test('a trial at a free service starts at once', async () => {
  await smallPhotographs(join(folder, 'in'), 5);
  const report = await app.core.add([join(folder, 'in')], recipeAt(builtInProfileId, { trial: 'first' }));
  expect(report.asksAboutCost).toBe(false);
  await expect.poll(counts, { timeout: 30_000 }).toMatchObject({ done: 3, queued: 2 });
});

test('picks start work only in an existing batch, with an existing recipe', async () => {
  const batchId = await addTrial();
  const rule = { mark: 'picked', recipeId: 'at-paid' } as const;
  const setRule = async (id: number, recipeId: string) =>
    handlers['batches.setPickRule']({ id, rule: { ...rule, recipeId } }, asPage);
  const stored = () => app.core.store.batches.get(batchId)?.pickRule;

  await expect(setRule(99, 'at-paid')).rejects.toThrow(UserError);
  await expect(setRule(batchId, 'gone')).rejects.toThrow(UserError);
  expect(stored()).toBe(null);

  await setRule(batchId, 'at-paid');
  expect(stored()).toEqual(rule);
});
