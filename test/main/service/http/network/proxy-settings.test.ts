import { describe, expect, it, test } from 'vitest';
import { settingsSchema } from '../../../../../contract/app/settings.ts';
import {
  createRoutesFromSettings,
  parseProxyInput,
  proxyCredentials,
  proxyKeyId,
} from '../../../../../main/service/http/network/proxy-settings.ts';
import { createMemoryKeyStore } from '../../../../../main/service/keys/key-store.ts';

type Choice = Partial<Parameters<typeof settingsSchema.parse>[0] & object>;
const service = new URL('http://service.example/a/secret/path');

async function proxyOf(settings: Choice, env: NodeJS.ProcessEnv = {}, system?: string): Promise<string | null> {
  const resolvedUrls: string[] = [];
  const resolve = async (url: string) => {
    resolvedUrls.push(url);
    return system ?? '';
  };
  const routes = createRoutesFromSettings({
    settings: () => settingsSchema.parse(settings),
    keys: createMemoryKeyStore(),
    env,
    systemProxy: system === undefined ? undefined : resolve,
  });
  const { proxy } = await routes.to(service);
  expect(resolvedUrls.every((url) => url === 'http://service.example')).toBe(true);
  return proxy;
}

test.for<[string, Choice, NodeJS.ProcessEnv, string | undefined, string | null]>([
  ['the environment', {}, { HTTP_PROXY: 'env:1' }, undefined, 'env:1'],
  ['the environment before the system', {}, { HTTP_PROXY: 'env:1' }, 'PROXY system:2', 'env:1'],
  ['the system', {}, {}, 'PROXY system:2; DIRECT', 'system:2'],
  ['neither', {}, {}, 'DIRECT', null],
  ['none, whatever they say', { proxy: 'none' }, { HTTP_PROXY: 'env:1' }, 'PROXY system:2', null],
  ['its own', { proxy: 'own', proxyAddress: 'http://own:3' }, { HTTP_PROXY: 'env:1' }, 'PROXY system:2', 'own:3'],
])('uses %s', async ([, settings, env, system, proxy]) => {
  expect(await proxyOf(settings, env, system)).toBe(proxy);
});

test('a system that does not respond has no proxy', async () => {
  const routes = createRoutesFromSettings({
    settings: () => settingsSchema.parse({}),
    keys: createMemoryKeyStore(),
    env: {},
    systemProxy: () => Promise.reject(new Error('gone')),
  });
  expect((await routes.to(service)).proxy).toBe(null);
});

test('the name and password of the user’s own proxy come from the key store, for its origin alone', async () => {
  const keys = createMemoryKeyStore();
  let proxyAddress = 'http://own.example:3128';
  keys.set(proxyKeyId, 'me:p%40ss', proxyAddress);
  const routes = createRoutesFromSettings({
    settings: () => settingsSchema.parse({ proxy: 'own', proxyAddress }),
    keys,
    env: {},
  });
  const credentials = async () => {
    const { kept } = await routes.to(service);
    const { options } = kept.http as unknown as { options: { proxyEnv: { http_proxy?: string } } };
    return options.proxyEnv.http_proxy;
  };
  expect(await credentials()).toBe('http://me:p%40ss@own.example:3128/');
  proxyAddress = 'http://other.example:3128';
  expect(await credentials()).toBe('http://other.example:3128/');
});

describe('a proxy that requires a password', () => {
  const proxyAddress = 'http://own.example:3128';
  const keys = createMemoryKeyStore();
  keys.set(proxyKeyId, 'me:p%40ss:w%rd', proxyAddress);
  const own = { proxy: 'own', proxyAddress } as const;

  test.for<[string, Choice, { host: string; port: number }, boolean]>([
    ['the configured one', own, { host: 'OWN.example', port: 3128 }, true],
    ['another host', own, { host: 'foreign.example', port: 3128 }, false],
    ['another port', own, { host: 'own.example', port: 8080 }, false],
    ['the system’s', { ...own, proxy: 'system' }, { host: 'own.example', port: 3128 }, false],
    ['none', { ...own, proxy: 'none' }, { host: 'own.example', port: 3128 }, false],
    ['one without a password', { ...own, proxyAddress: 'http://b.example' }, { host: 'b.example', port: 80 }, false],
  ])('%s', ([, settings, asking, isAnswered]) => {
    const found = proxyCredentials(settingsSchema.parse(settings), keys, asking);
    expect(found).toEqual(isAnswered ? { name: 'me', password: 'p@ss:w%rd' } : null);
  });

  it('can be an IPv6 address at the default port', () => {
    keys.set(proxyKeyId, 'me:', 'http://[::2]');
    const settings = settingsSchema.parse({ proxy: 'own', proxyAddress: 'http://[::2]' });
    for (const host of ['::2', '[::2]'])
      expect(proxyCredentials(settings, keys, { host, port: 80 })).toEqual({ name: 'me', password: '' });
  });
});

describe('the input for a proxy', () => {
  it.each([
    ['http://me:p%40ss@a.example:3128/', { address: 'http://a.example:3128', credentials: 'me:p%40ss' }],
    ['a.example:3128', { address: 'http://a.example:3128', credentials: null }],
    ['socks5://a.example:1', null],
    ['what now', null],
  ])('%s', (text, read) => {
    expect(parseProxyInput(text)).toEqual(read);
  });
});
