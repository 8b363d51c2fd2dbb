import { createServer } from 'node:https';
import { afterEach, describe, expect } from 'vitest';
import type { ServiceClient } from '../../../../../main/service/client.ts';
import { createRoutes, type Routes } from '../../../../../main/service/http/network/http-agents.ts';
import { type ProxyChoice, parseProxy } from '../../../../../main/service/http/network/proxy-rules.ts';
import { messageText } from '../../../../helpers/run/message-matchers.ts';
import { closeServer, listen } from '../../../../helpers/service/listening.ts';
import {
  type ProxyOptions,
  type ScriptedProxy,
  startScriptedProxy,
} from '../../../../helpers/service/scripted-proxy.ts';
import { failureOf, type Stage, test, testKey } from '../../../../helpers/service/service-stage.ts';
import { authority, serverIdentity } from '../../../../helpers/service/test-authority.ts';

const credits = 'GET /api/common/query-credits';
const full = { json: { error_code: 0, data: [{ balance: 7, total: 9 }] } };
const portOf = (baseUrl: string) => Number(new URL(baseUrl).port);

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function proxyTo(port: number, options: Omit<ProxyOptions, 'port'> = {}): Promise<ScriptedProxy> {
  const proxy = await startScriptedProxy({ port, ...options });
  closers.push(() => proxy.close());
  return proxy;
}

function through(proxy: ScriptedProxy | string, more: { certificates?: () => string[] } = {}): Routes {
  const address = typeof proxy === 'string' ? proxy : `http://me:p%40ss@${proxy.name}`;
  return createRoutes({ proxyFor: () => parseProxy(address) as ProxyChoice, ...more });
}

/** A client of a service that is reachable only through the proxy. */
function away(stage: Stage, routes: Routes, baseUrl = 'http://service.test'): ServiceClient {
  return stage.clientWith({ baseUrl, routes });
}

test('a request goes through the proxy, with its name and password, and the key stays in the request', async ({
  stage,
}) => {
  stage.server.script(credits, full);
  const proxy = await proxyTo(portOf(stage.server.baseUrl), { credentials: 'me:p@ss' });
  expect((await away(stage, through(proxy)).credits()).balance).toBe(7);
  expect(proxy.asked).toEqual([
    { method: 'GET', target: 'http://service.test/api/common/query-credits', credentials: 'me:p@ss' },
  ]);
  expect(stage.server.requests[0]?.headers['service-api-key']).toBe(testKey);
});

test('this computer is reached directly, whatever the settings', async ({ stage }) => {
  stage.server.script(credits, full);
  const proxy = await proxyTo(portOf(stage.server.baseUrl));
  expect((await stage.clientWith({ routes: through(proxy) }).credits()).balance).toBe(7);
  expect(proxy.asked).toEqual([]);
});

describe('HTTPS', () => {
  async function secureServer(): Promise<number> {
    const server = createServer(serverIdentity, (request, answer) => {
      request.resume();
      answer.setHeader('content-type', 'application/json').end(JSON.stringify(full.json));
    });
    closers.push(() => closeServer(server));
    return listen(server);
  }

  test('goes through a tunnel, and trusts the user’s certificates', async ({ stage }) => {
    const proxy = await proxyTo(await secureServer(), { credentials: 'me:p@ss' });
    const certificates: string[] = [];
    const routes = through(proxy, { certificates: () => certificates });
    const client = away(stage, routes, 'https://service.test');
    const refused = await failureOf(client.credits());
    expect(refused).toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', kind: 'auth' });
    expect(messageText(refused.sentence)).toContain('Settings, Network');
    certificates.push(await stage.file('company.pem', Buffer.from(authority)));
    expect((await client.credits()).balance).toBe(7);
    certificates.splice(0, 1, `${stage.dir}/gone.pem`);
    expect(await failureOf(client.credits())).toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect(proxy.asked[0]).toEqual({ method: 'CONNECT', target: 'service.test:443', credentials: 'me:p@ss' });
  });

  test.for([
    [407, 'auth', 'requires a user name and password'],
    [403, 'wait', 'does not connect to the service (403)'],
    [502, 'wait', 'does not connect to the service (502)'],
  ] as const)(
    'a proxy that responds with %s is named, but not its password',
    async ([refuses, kind, words], { stage }) => {
      const proxy = await proxyTo(await secureServer(), { refuses });

      const failure = await failureOf(away(stage, through(proxy), 'https://service.test').credits());

      expect(failure).toMatchObject({ code: 'PROXY_REFUSED', kind, subject: 'network' });
      expect(messageText(failure.sentence)).toContain(`The proxy “${proxy.name}” ${words}`);
      expect(JSON.stringify(failure) + failure.stack).not.toMatch(/p%40ss|p@ss/);
    },
  );
});

test('a proxy that requires a password for HTTP is named as well, and nothing counts as sent', async ({ stage }) => {
  const proxy = await proxyTo(portOf(stage.server.baseUrl), { credentials: 'somebody:else' });
  const photograph = await stage.file('a.jpg', Buffer.alloc(40));
  const submission = { operation: 'portrait-background-removal', params: {}, scratch: stage.dir } as const;

  const failure = await failureOf(away(stage, through(proxy)).submit({ ...submission, files: { image: photograph } }));

  expect(failure).toMatchObject({ code: 'PROXY_REFUSED', kind: 'auth' });
  expect(stage.server.requests).toEqual([]);
});

test('a missing proxy, a silent one, and one of another kind are distinguished', async ({ stage }) => {
  const gone = await startScriptedProxy({ port: 1 });
  await gone.close();
  const silent = await proxyTo(1, { silent: true });
  const timeouts = { lookup: 50, connect: 50, secureConnect: 50 };
  const impatient = stage.clientWith({ baseUrl: 'https://service.test', routes: through(silent), timeouts });

  const missing = await failureOf(away(stage, through(gone)).credits());
  const socks = await failureOf(away(stage, through('socks5://me:secret@proxy.test:1080')).credits());
  const stalled = await failureOf(impatient.credits());

  expect(missing.kind).toBe('wait');
  expect(messageText(missing.sentence)).toBe(
    `The proxy “${gone.name}” cannot be reached. Check the network, and the proxy under Settings, Network.`,
  );
  expect(socks).toMatchObject({ kind: 'auth', code: 'PROXY_UNSUPPORTED' });
  expect(messageText(socks.sentence)).toBe(
    'The proxy “socks5://proxy.test:1080” is of a type that Burnish does not support. Choose an HTTP proxy under Settings, Network.',
  );
  expect(stalled).toMatchObject({ kind: 'wait', code: 'STALLED' });
});

test('idle connections are closed on request', async ({ stage }) => {
  stage.server.script(credits, full);
  const proxy = await proxyTo(portOf(stage.server.baseUrl));
  const routes = through(proxy);
  const { kept } = await routes.to(new URL('http://service.test'));
  await away(stage, routes).credits();
  await expect.poll(() => Object.keys(kept.http.freeSockets).length).toBe(1);
  routes.dropIdle();
  await expect.poll(() => Object.keys(kept.http.freeSockets).length).toBe(0);
});
