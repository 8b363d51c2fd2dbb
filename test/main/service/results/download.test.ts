import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Timeouts } from '../../../../main/service/http/transfer-timeouts.ts';
import { failureOf, jpegBytes, pngBytes, test, testKey } from '../../../helpers/service/service-stage.ts';

/** Short timeouts for servers that stall on purpose; other requests may be slow on a busy machine. */
const impatienceWith: Readonly<Record<string, Partial<Timeouts>>> = {
  'stands still': { readStall: 150 },
  'never answers': { response: 150 },
};

test('downloads a complete image, with progress and without the key', async ({ stage }) => {
  const image = jpegBytes(1_500_000);
  stage.server.script('GET /results/a', { bytes: image, type: 'text/plain' });
  const fractions: number[] = [];
  const to = join(stage.dir, 'a.part');
  const report = await stage.client.download(`${stage.server.baseUrl}/results/a?sig=1`, to, {
    onProgress: (fraction) => fractions.push(fraction),
  });
  expect(report).toEqual({ bytes: image.length, mime: 'image/jpeg', isUnencrypted: false });
  expect((await readFile(to)).equals(image)).toBe(true);
  expect(fractions.at(-1)).toBe(1);
  expect(fractions.length).toBeGreaterThan(2);
  expect(JSON.stringify(stage.server.requests[0]?.headers)).not.toContain(testKey);
});

test('replaces the file of an earlier attempt', async ({ stage }) => {
  stage.server.script('GET /a', { bytes: pngBytes });
  const to = await stage.file('a.part', jpegBytes(100_000));
  await stage.client.download(`${stage.server.baseUrl}/a`, to);
  expect(await readFile(to)).toEqual(pngBytes);
});

test('an image without an announced length is accepted if it ends properly', async ({ stage }) => {
  stage.server.script('GET /a', { bytes: pngBytes, closeDelimited: true });
  const to = join(stage.dir, 'a.part');
  const fractions: number[] = [];
  await stage.client.download(`${stage.server.baseUrl}/a`, to, { onProgress: (fraction) => fractions.push(fraction) });
  expect(await readFile(to)).toEqual(pngBytes);
  expect(fractions).toEqual([1]);
});

test('an image of its announced length is accepted even without a proper end', async ({ stage }) => {
  const image = jpegBytes(100_000).subarray(0, 90_000);
  stage.server.script('GET /a', { bytes: image });
  expect(await stage.client.download(`${stage.server.baseUrl}/a`, join(stage.dir, 'a'))).toMatchObject({
    bytes: 90_000,
  });
});

describe('failures', () => {
  const image = jpegBytes(300_000);

  test.for([
    ['expired, 403', { status: 403 }, 'fatal', 'RESULT_EXPIRED'],
    ['expired, 404', { status: 404, bytes: '<html>gone</html>', type: 'text/html' }, 'fatal', 'RESULT_EXPIRED'],
    ['expired, 410', { status: 410 }, 'fatal', 'RESULT_EXPIRED'],
    ['a busy store', { status: 503, headers: { 'retry-after': '4' } }, 'wait', 'HTTP_503'],
    ['a broken store', { status: 500 }, 'retry', 'HTTP_500'],
    ['reset in the middle', { bytes: image, breakAfterBytes: 100_000 }, 'retry', 'ECONNRESET'],
    ['closed in the middle', { bytes: image, breakAfterBytes: 100_000, breakWith: 'close' }, 'retry', 'ECONNRESET'],
    [
      'cut off without announced length',
      { bytes: image, breakAfterBytes: 100_000, breakWith: 'close', closeDelimited: true },
      'retry',
      'RESULT_TRUNCATED',
    ],
    ['stands still', { bytes: image, breakAfterBytes: 100_000, breakWith: 'hang' }, 'retry', 'STALLED'],
    ['never answers', { hang: true }, 'retry', 'TIMEOUT'],
    ['a web page', { bytes: '<!doctype html><title>Log in</title>', type: 'image/png' }, 'retry', 'RESULT_NOT_IMAGE'],
    ['a message', { json: { error: 'nope' } }, 'retry', 'RESULT_NOT_IMAGE'],
    ['another kind of file', { bytes: Buffer.from('504b03040a0000000000', 'hex') }, 'fatal', 'RESULT_NOT_IMAGE'],
    ['nothing', { bytes: '' }, 'retry', 'RESULT_EMPTY_FILE'],
    ['no content', { status: 204 }, 'fatal', 'HTTP_204'],
  ] as const)('%s', async ([name, step, kind, code], { stage }) => {
    stage.server.script('GET /secret', step);
    const to = join(stage.dir, 'a.part');
    const client = stage.clientWith({ timeouts: impatienceWith[name] ?? {} });
    const failure = await failureOf(client.download(`${stage.server.baseUrl}/secret?sig=abc`, to));
    expect(failure).toMatchObject({
      name: 'ServiceFailure',
      kind,
      code: expect.stringMatching(code === 'ECONNRESET' ? /ECONNRESET|MISMATCH/ : code),
    });
    expect(`${failure.stack}${JSON.stringify(failure)}`).not.toMatch(/secret|sig=abc/);
    expect(await stage.files()).toEqual([]);
  });

  test('a busy storage server specifies how long to wait', async ({ stage }) => {
    stage.server.script('GET /a', { status: 503, headers: { 'retry-after': '4' } });
    const failure = await failureOf(stage.client.download(`${stage.server.baseUrl}/a`, join(stage.dir, 'a.part')));
    expect(failure).toMatchObject({ kind: 'wait', retryAfterMs: 4_000 });
  });

  test('too large, by the announced length and by its bytes', async ({ stage }) => {
    stage.server.script('GET /a', { bytes: image }, { bytes: image, closeDelimited: true });
    const to = join(stage.dir, 'a.part');
    for (let n = 0; n < 2; n += 1) {
      const failure = await failureOf(stage.client.download(`${stage.server.baseUrl}/a`, to, { maxBytes: 200_000 }));
      expect(failure).toMatchObject({ kind: 'fatal', code: 'RESULT_TOO_LARGE' });
      expect(await stage.files()).toEqual([]);
    }
  });

  test('a missing folder', async ({ stage }) => {
    stage.server.script('GET /a', { bytes: image });
    const failure = await failureOf(
      stage.client.download(`${stage.server.baseUrl}/a`, join(stage.dir, 'no', 'a.part')),
    );
    expect(failure).toMatchObject({ kind: 'retry', subject: 'disk', code: 'ENOENT' });
  });

  test.for(['file:///etc/passwd', 'ftp://example.com/a', 'nonsense', 'data:image/png;base64,AAAA'])(
    '%s is not downloaded',
    async (url, { stage }) => {
      expect(await failureOf(stage.client.download(url, join(stage.dir, 'a')))).toMatchObject({
        code: 'RESULT_ADDRESS',
      });
    },
  );

  test("a service on the internet does not get us into the user's network", async ({ stage }) => {
    stage.server.script('GET /a', { bytes: pngBytes });
    const client = stage.clientWith({ baseUrl: 'https://service.example' });
    const failure = await failureOf(client.download(`${stage.server.baseUrl}/a`, join(stage.dir, 'a')));
    expect(failure).toMatchObject({ code: 'RESULT_ADDRESS' });
    expect(stage.server.requests).toEqual([]);
  });

  test('an abort: rejects with the reason, and leaves no file', async ({ stage }) => {
    stage.server.script('GET /a', { bytes: image, breakAfterBytes: 100_000, breakWith: 'hang' });
    const aborting = new AbortController();
    const reason = new Error('cancelled');
    const download = stage.client.download(`${stage.server.baseUrl}/a`, join(stage.dir, 'a'), {
      signal: aborting.signal,
      onProgress: () => aborting.abort(reason),
    });
    await expect(download).rejects.toBe(reason);
    expect(await stage.files()).toEqual([]);
  });
});

describe('redirects', () => {
  test('are followed, also without a host', async ({ stage }) => {
    stage.server.script('GET /a', { status: 302, headers: { location: '/b?x=1' } });
    stage.server.script('GET /b', { status: 307, headers: { location: `${stage.server.baseUrl}/c` } });
    stage.server.script('GET /c', { bytes: pngBytes });
    expect(await stage.client.download(`${stage.server.baseUrl}/a`, join(stage.dir, 'a'))).toMatchObject({
      mime: 'image/png',
    });
    expect(stage.server.requests.map((request) => request.path)).toEqual(['/a', '/b', '/c']);
  });

  test('are not followed in a loop', async ({ stage }) => {
    stage.server.script('GET /a', { status: 302, headers: { location: '/a' } });
    const failure = await failureOf(stage.client.download(`${stage.server.baseUrl}/a`, join(stage.dir, 'a')));
    expect(failure).toMatchObject({ kind: 'retry', code: 'RESULT_REDIRECTS' });
    expect(stage.server.requests).toHaveLength(6);
  });

  test.for(['file:///etc/passwd', 'ftp://example.com/'])('are not followed to %s', async (location, { stage }) => {
    stage.server.script('GET /a', { status: 302, headers: { location } });
    const failure = await failureOf(stage.client.download(`${stage.server.baseUrl}/a`, join(stage.dir, 'a')));
    expect(failure).toMatchObject({ code: 'RESULT_ADDRESS' });
  });
});
