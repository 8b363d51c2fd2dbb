import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Resolve } from '../../../../main/service/http/address-scope.ts';
import { listen } from '../../../helpers/service/listening.ts';
import { failureOf, pngBytes, type Stage, test, testKey } from '../../../helpers/service/service-stage.ts';

/** Resolves every name to these addresses in turn, repeating the last one. */
function resolving(...addresses: string[]): Resolve & { asked: number } {
  const resolve = (_host: string, _options: unknown, done: Parameters<Resolve>[2]) => {
    const address = addresses[Math.min(resolve.asked, addresses.length - 1)] as string;
    resolve.asked += 1;
    done(null, [{ address, family: 4 }]);
  };
  resolve.asked = 0;
  return resolve;
}

const port = (stage: Stage) => new URL(stage.server.baseUrl).port;
const named = (stage: Stage) => `http://results.example:${port(stage)}/a`;

describe('a name is checked when it is connected to', () => {
  test('an internet host with a local address is rejected, and retried later', async ({ stage }) => {
    stage.server.script('GET /a', { bytes: pngBytes });
    const client = stage.clientWith({ resolve: resolving('127.0.0.1') });
    const failure = await failureOf(client.download(named(stage), join(stage.dir, 'a'), { namedFrom: 'internet' }));
    expect(failure).toMatchObject({ kind: 'retry', code: 'RESULT_ADDRESS_INSIDE' });
    expect(stage.server.requests).toEqual([]);
  });

  test('a name that resolves differently at the second lookup is rejected', async ({ stage }) => {
    stage.server.script('GET /a', { status: 302, headers: { location: '/b' } });
    stage.server.script('GET /b', { bytes: pngBytes });
    const resolve = resolving('127.0.0.1', '192.168.0.1');
    const client = stage.clientWith({ resolve });
    const url = named(stage);
    const to = join(stage.dir, 'a');
    expect(await client.download(url, to, { namedFrom: 'computer' })).toMatchObject({ mime: 'image/png' });
    const failure = await failureOf(client.download(url, to, { namedFrom: 'internet' }));
    expect(failure).toMatchObject({ code: 'RESULT_ADDRESS_INSIDE' });
  });

  test('a connection kept open for a local service is not used for an internet host', async ({ stage }) => {
    stage.server.script('GET /a', { bytes: pngBytes });
    const client = stage.clientWith({ resolve: resolving('127.0.0.1') });
    const url = named(stage);
    await client.download(url, join(stage.dir, 'a'), { namedFrom: 'computer' });
    const failure = await failureOf(client.download(url, join(stage.dir, 'b'), { namedFrom: 'internet' }));
    expect(failure).toMatchObject({ code: 'RESULT_ADDRESS_INSIDE' });
    expect(stage.server.requests).toHaveLength(1);
  });

  const local = ['http://127.0.0.1:631/', 'http://2130706433/', 'http://[::ffff:10.0.0.1]/', 'http://localhost./'];
  test.for(local)('a redirect of an internet host to %s is not followed', async (location, { stage }) => {
    stage.server.script('GET /a', { status: 302, headers: { location } });
    // The first hop resolves to a local service and is allowed; the redirect is checked like a named address.
    const client = stage.clientWith({ resolve: resolving('127.0.0.1') });
    const failure = await failureOf(client.download(named(stage), join(stage.dir, 'a'), { namedFrom: 'network' }));
    expect(failure.code).toMatch(/^RESULT_ADDRESS/);
  });

  test('a response reports its address scope', async ({ stage }) => {
    stage.server.script('GET /api/common/query-async-task-result', {
      json: { request_id: 'r', task_status: 2, data: { image_url: 'https://results.example/a.png' } },
    });
    const answer = await stage.client.query('universal-background-removal', 'task-1', stage.dir);
    expect(answer).toMatchObject({
      result: { files: [{ from: { url: 'https://results.example/a.png', namedFrom: 'computer' } }] },
    });
  });
});

describe('the key', () => {
  const withKey = (address: string) => `${address}/a?key=(burnish-key)`;

  test('is restored in an address of the service itself', async ({ stage }) => {
    stage.server.script('GET /a', { bytes: pngBytes });
    await stage.client.download(withKey(stage.server.baseUrl), join(stage.dir, 'a'));
    expect(stage.server.requests[0]?.query.get('key')).toBe(testKey);
  });

  test('is sent to no other host, named or in a redirect', async ({ stage }) => {
    const client = stage.clientWith({ baseUrl: 'http://127.0.0.1:9' });
    stage.server.script('GET /a', { bytes: pngBytes });
    for (const address of [withKey(stage.server.baseUrl), `${stage.server.baseUrl}/a?key=${testKey}`]) {
      expect(await failureOf(client.download(address, join(stage.dir, 'a')))).toMatchObject({ code: 'RESULT_ADDRESS' });
    }
    const location = `http://localhost:${port(stage)}/a?key=${testKey}`;
    stage.server.script('GET /b', { status: 302, headers: { location } });
    const sent = stage.client.download(`${stage.server.baseUrl}/b`, join(stage.dir, 'a'));
    expect(await failureOf(sent)).toMatchObject({ code: 'RESULT_ADDRESS' });
    expect(stage.server.requestsOf('GET /a')).toEqual([]);
  });
});

describe('of a service with HTTPS, a result with an HTTP address', () => {
  /** Records the first byte of each connection, and serves the image over unencrypted ones. */
  async function openPort(): Promise<{ url: string; firsts: number[]; server: Server }> {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${pngBytes.length}\r\nconnection: close\r\n\r\n`;
    const firsts: number[] = [];
    const server = createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        firsts.push(data[0] as number);
        if (data[0] === 0x16) socket.destroy();
        else socket.end(Buffer.concat([Buffer.from(head), pngBytes]));
      });
    });
    return { url: `http://127.0.0.1:${await listen(server)}/a`, firsts, server };
  }
  const hello = 0x16;
  const get = 'G'.charCodeAt(0);

  test('is requested with HTTPS first, then with HTTP, and this is reported', async ({ stage }) => {
    const { url, firsts, server } = await openPort();
    const client = stage.clientWith({ baseUrl: 'https://127.0.0.1:9' });
    expect(await client.download(url, join(stage.dir, 'a'))).toMatchObject({ mime: 'image/png', isUnencrypted: true });
    expect(firsts).toEqual([hello, get]);
    // The client remembers that this host has no HTTPS.
    await client.download(url, join(stage.dir, 'b'));
    expect(firsts).toEqual([hello, get, get]);
    server.close();
  });

  test('is not downloaded if the profile forbids that', async ({ stage }) => {
    const { url, firsts, server } = await openPort();
    const client = stage.clientWith({ baseUrl: 'https://127.0.0.1:9', plainResults: false });
    expect(await failureOf(client.download(url, join(stage.dir, 'a')))).toMatchObject({
      kind: 'retry',
      code: 'RESULT_UNENCRYPTED',
      advice: 'open-services',
    });
    expect(firsts).toEqual([hello]);
    server.close();
  });

  test('is downloaded with HTTP if the service itself has no HTTPS', async ({ stage }) => {
    stage.server.script('GET /a', { bytes: pngBytes });
    const done = await stage.client.download(`${stage.server.baseUrl}/a`, join(stage.dir, 'a'));
    expect(done).toMatchObject({ isUnencrypted: false });
    expect(JSON.stringify(stage.server.requests.map(({ headers }) => headers))).not.toContain(testKey);
  });
});
