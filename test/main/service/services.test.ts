import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtInProfileId, profileSchema } from '../../../contract/services/profile.ts';
import { createMemoryKeyStore, type KeyStore } from '../../../main/service/keys/key-store.ts';
import { createServices, type Services } from '../../../main/service/services.ts';
import { openStore, type Store } from '../../../main/store/index.ts';
import { type ScriptedServer, startScriptedServer } from '../../helpers/service/scripted-server.ts';

const key = 'key-a1b2c3d4e5f6';
const engineKey = 'key-of-the-engine';
const credits = 'GET /api/common/query-credits';

let folder: string;
let store: Store;
let keys: KeyStore;
let services: Services;
let here: ScriptedServer;
let elsewhere: ScriptedServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-services-'));
  store = openStore({ folder });
  keys = createMemoryKeyStore();
  [here, elsewhere] = await Promise.all([startScriptedServer(), startScriptedServer()]);
  for (const server of [here, elsewhere]) server.script(credits, { json: { request_id: 'r', data: { balance: 7 } } });
  services = open(keys);
});
afterEach(async () => {
  store.close();
  await Promise.all([here.close(), elsewhere.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the services of the store; `elsewhere` is the engine. */
function open(keyStore: KeyStore): Services {
  return createServices({
    ...{ store, keys: keyStore, onChange: () => undefined },
    engine: {
      address: async () => ({ baseUrl: elsewhere.baseUrl, apiKey: engineKey }),
      condition: { condition: 'ready', message: null },
      endPause: () => undefined,
      stop: async () => undefined,
    },
  });
}

const studio = (baseUrl: string, more: object = {}) =>
  profileSchema.parse({ id: 'studio', kind: 'remote', name: 'Studio', baseUrl, ...more });

/** Saves the profile of the service `here`, and its key. */
function useStudio(): void {
  store.profiles.save(studio(here.baseUrl));
  keys.set('studio', key, here.baseUrl);
}

it('sends a key to the origin it was entered for', async () => {
  store.profiles.save(studio(`${here.baseUrl}/v1`));
  keys.set('studio', key, here.baseUrl);
  here.script('GET /v1/api/common/query-credits', { json: { request_id: 'r', data: { balance: 7 } } });
  const { client } = await services.clientFor('studio');
  expect(await client.credits()).toMatchObject({ balance: 7 });
  expect(here.requests[0]?.headers['service-api-key']).toBe(key);
});

it('sends it nowhere else, whatever the profile’s address', async () => {
  keys.set('studio', key, here.baseUrl);
  store.profiles.save(studio(elsewhere.baseUrl));
  await expect(services.clientFor('studio')).rejects.toMatchObject({ kind: 'auth', code: 'NO_KEY' });
  await expect(services.available('studio')).rejects.toMatchObject({ code: 'NO_KEY' });
  await services.refresh('studio');
  expect(await services.test(studio(elsewhere.baseUrl), undefined)).toMatchObject({ ok: false, reachable: false });
  expect(elsewhere.requests).toEqual([]);
});

it('tests an address with the key that was entered for it', async () => {
  keys.set('studio', key, here.baseUrl);
  const report = await services.test(studio(elsewhere.baseUrl), 'key-from-the-form');
  expect(report).toMatchObject({ ok: true, credits: 7 });
  expect(new Set(elsewhere.requests.map(({ headers }) => headers['service-api-key']))).toEqual(
    new Set(['key-from-the-form']),
  );
});

describe('the credits of a profile', () => {
  const known = () => services.credits('studio');

  it('are those of the last test once its address and key are saved, and of no other account', async () => {
    await services.test(studio(`${here.baseUrl}/`), key);
    expect(known()).toBeNull();
    useStudio();
    services.forget('studio');
    await expect.poll(known).toMatchObject({ balance: 7 });

    here.script(credits, { json: { request_id: 'r', data: { balance: 3 } } });
    await services.test(studio(here.baseUrl), 'key-of-another');
    expect(known()).toMatchObject({ balance: 7 });
    await services.test(studio(here.baseUrl), undefined);
    expect(known()).toMatchObject({ balance: 3 });
    keys.set('studio', 'key-of-a-third', here.baseUrl);
    services.forget('studio');
    await expect.poll(known).toBeNull();
  });

  it.each([
    ['unreported', { json: { request_id: 'r', data: {} } }],
    ['unlimited', { json: { request_id: 'r', data: { balance: 0, unlimited: true } } }],
    ['unreported', { status: 404 }],
  ] as const)('are %s after the response %j', async (expected, step) => {
    here.script(credits, step);
    useStudio();

    await services.refresh('studio');

    expect(known()).toBe(expected);
  });

  it('are also updated by a test', async () => {
    here.script(credits, { json: { request_id: 'r', data: {} } });
    useStudio();

    await services.test(studio(here.baseUrl), undefined);

    expect(known()).toBe('unreported');
  });
});

it('names a key that cannot be read, unlike one that is missing', async () => {
  store.profiles.save(studio(here.baseUrl));
  const others = open({ ...keys, get: () => null, storageOf: () => 'unreadable' });

  await expect(others.clientFor('studio')).rejects.toMatchObject({ kind: 'auth', code: 'UNREADABLE_KEY' });
});

it('gives the built-in engine its own key, never one from the key store', async () => {
  keys.set(builtInProfileId, key, elsewhere.baseUrl);
  const { client } = await services.clientFor(builtInProfileId);
  await client.credits();
  expect(elsewhere.requests[0]?.headers['service-api-key']).toBe(engineKey);
});

it('requests extensions of the interface from the built-in engine alone', async () => {
  useStudio();
  for (const id of [builtInProfileId, 'studio']) await (await services.clientFor(id)).client.credits();
  expect(elsewhere.requests[0]?.headers['burnish-extensions']).toBe('network,small_face');
  expect(here.requests[0]?.headers).not.toHaveProperty('burnish-extensions');
});

it('reports which services charge', async () => {
  keys.set('studio', key, here.baseUrl);
  const charges = async (id: string) => (await services.clientFor(id)).charges;
  store.profiles.save(studio(here.baseUrl));
  expect([await charges(builtInProfileId), await charges('studio')]).toEqual([false, true]);

  store.profiles.save(studio(here.baseUrl, { charges: false }));
  expect(await charges('studio')).toBe(false);
});

describe('a service that does not respond', () => {
  beforeEach(() => {
    useStudio();
    for (const route of ['GET /health', credits]) here.script(route, { hang: true });
  });
  const waitForRequest = () => expect.poll(() => here.requests.length).toBeGreaterThan(0);

  it('is queried for its operations only until the program ends', async () => {
    const available = services.available('studio');
    const refreshed = services.refresh('studio');
    await waitForRequest();
    services.close();
    await expect(available).rejects.toThrow('Burnish is being closed.');
    await refreshed;
  });

  it('is tested only while a caller waits', async () => {
    const interrupt = new AbortController();
    const report = services.test(studio(here.baseUrl), undefined, interrupt.signal);
    await waitForRequest();
    interrupt.abort(new Error('Ctrl-C'));
    await expect(report).rejects.toThrow('Ctrl-C');
  });
});
