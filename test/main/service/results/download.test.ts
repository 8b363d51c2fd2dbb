import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Timeouts } from '../../../../main/service/http/transfer-timeouts.ts';
import type { DownloadOptions } from '../../../../main/service/results/download.ts';
import type { Step } from '../../../helpers/service/scripted-server.ts';
import { failureOf, jpegBytes, pngBytes, type Stage, test, testKey } from '../../../helpers/service/service-stage.ts';

/** Downloads `path` of the stage's server with `client` to the file `a`. */
function download(stage: Stage, path: string, options?: DownloadOptions, client = stage.client) {
  return client.download(`${stage.server.baseUrl}${path}`, join(stage.dir, 'a'), options);
}

test('downloads a complete image, with progress and without the key', async ({ stage }) => {
  const image = jpegBytes(1_500_000);
  stage.server.script('GET /results/a', { bytes: image, type: 'text/plain' });
  const fractions: number[] = [];
  const onProgress = (fraction: number) => fractions.push(fraction);

  const report = await download(stage, '/results/a?sig=1', { onProgress });

  expect(report).toEqual({ bytes: image.length, mime: 'image/jpeg', isUnencrypted: false });
  expect((await readFile(join(stage.dir, 'a'))).equals(image)).toBe(true);
  expect(fractions.at(-1)).toBe(1);
  expect(fractions.length).toBeGreaterThan(2);
  expect(JSON.stringify(stage.server.requests[0]?.headers)).not.toContain(testKey);
});

test('replaces the file of an earlier attempt', async ({ stage }) => {
  stage.server.script('GET /a', { bytes: pngBytes });
  const earlier = await stage.file('a', jpegBytes(100_000));

  await download(stage, '/a');

  expect(await readFile(earlier)).toEqual(pngBytes);
});

test('an image without an announced length is accepted if it ends properly', async ({ stage }) => {
  stage.server.script('GET /a', { bytes: pngBytes, closeDelimited: true });
  const fractions: number[] = [];

  await download(stage, '/a', { onProgress: (fraction) => fractions.push(fraction) });

  expect(await readFile(join(stage.dir, 'a'))).toEqual(pngBytes);
  expect(fractions).toEqual([1]);
});

test('an image of its announced length is accepted even without a proper end', async ({ stage }) => {
  const image = jpegBytes(100_000).subarray(0, 90_000);
  stage.server.script('GET /a', { bytes: image });
  expect(await download(stage, '/a')).toMatchObject({ bytes: 90_000 });
});

describe('failures', () => {
  const image = jpegBytes(300_000);

  const busy = { status: 503, headers: { 'retry-after': '4' } };
  const part = { bytes: image, breakAfterBytes: 100_000 };
  const closed = { ...part, breakWith: 'close' } as const;
  const zip = { bytes: Buffer.from('504b03040a0000000000', 'hex') };
  const login = { bytes: '<!doctype html><title>Log in</title>', type: 'image/png' };
  const interrupted = /ECONNRESET|MISMATCH/;

  test.for<[string, Step, object, string | RegExp, Partial<Timeouts>?]>([
    ['expired, 403', { status: 403 }, { kind: 'fatal' }, 'RESULT_EXPIRED'],
    ['expired, 404', { status: 404, bytes: '<html>gone</html>' }, { kind: 'fatal' }, 'RESULT_EXPIRED'],
    ['expired, 410', { status: 410 }, { kind: 'fatal' }, 'RESULT_EXPIRED'],
    ['a busy storage server', busy, { kind: 'wait', retryAfterMs: 4_000 }, 'HTTP_503'],
    ['a failing storage server', { status: 500 }, { kind: 'retry' }, 'HTTP_500'],
    ['reset in the middle', part, { kind: 'retry' }, interrupted],
    ['closed in the middle', closed, { kind: 'retry' }, interrupted],
    ['closed, without a length', { ...closed, closeDelimited: true }, { kind: 'retry' }, 'RESULT_TRUNCATED'],
    ['stalled', { ...part, breakWith: 'hang' }, { kind: 'retry' }, 'STALLED', { readStall: 150 }],
    ['no response', { hang: true }, { kind: 'retry' }, 'TIMEOUT', { response: 150 }],
    ['a web page', login, { kind: 'retry' }, 'RESULT_NOT_IMAGE'],
    ['a message', { json: { error: 'nope' } }, { kind: 'retry' }, 'RESULT_NOT_IMAGE'],
    ['another kind of file', zip, { kind: 'fatal' }, 'RESULT_NOT_IMAGE'],
    ['an empty file', { bytes: '' }, { kind: 'retry' }, 'RESULT_EMPTY_FILE'],
    ['no content', { status: 204 }, { kind: 'fatal' }, 'HTTP_204'],
  ])('%s', async ([_name, step, expected, code, timeouts = {}], { stage }) => {
    stage.server.script('GET /secret', step);
    const client = stage.clientWith({ timeouts });

    const failure = await failureOf(download(stage, '/secret?sig=abc', {}, client));

    expect(failure).toMatchObject({ name: 'ServiceFailure', code: expect.stringMatching(code), ...expected });
    expect(`${failure.stack}${JSON.stringify(failure)}`).not.toMatch(/secret|sig=abc/);
    expect(await stage.files()).toEqual([]);
  });

  test('too large, by the announced length and by its bytes', async ({ stage }) => {
    stage.server.script('GET /a', { bytes: image }, { bytes: image, closeDelimited: true });
    for (let n = 0; n < 2; n += 1) {
      const failure = await failureOf(download(stage, '/a', { maxBytes: 200_000 }));
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

  const addresses = ['file:///etc/passwd', 'ftp://example.com/a', 'nonsense', 'data:image/png;base64,AAAA'];
  test.for(addresses)('%s is not downloaded', async (url, { stage }) => {
    const failure = await failureOf(stage.client.download(url, join(stage.dir, 'a')));
    expect(failure).toMatchObject({ code: 'RESULT_ADDRESS' });
  });

  test("a service on the internet does not get us into the user's network", async ({ stage }) => {
    stage.server.script('GET /a', { bytes: pngBytes });
    const client = stage.clientWith({ baseUrl: 'https://service.example' });
    expect(await failureOf(download(stage, '/a', {}, client))).toMatchObject({ code: 'RESULT_ADDRESS' });
    expect(stage.server.requests).toEqual([]);
  });

  test('an abort: rejects with the reason, and leaves no file', async ({ stage }) => {
    stage.server.script('GET /a', { bytes: image, breakAfterBytes: 100_000, breakWith: 'hang' });
    const aborting = new AbortController();
    const reason = new Error('cancelled');
    const { signal } = aborting;

    const aborted = download(stage, '/a', { signal, onProgress: () => aborting.abort(reason) });

    await expect(aborted).rejects.toBe(reason);
    expect(await stage.files()).toEqual([]);
  });
});

describe('redirects', () => {
  test('are followed, also without a host', async ({ stage }) => {
    stage.server.script('GET /a', { status: 302, headers: { location: '/b?x=1' } });
    stage.server.script('GET /b', { status: 307, headers: { location: `${stage.server.baseUrl}/c` } });
    stage.server.script('GET /c', { bytes: pngBytes });
    expect(await download(stage, '/a')).toMatchObject({ mime: 'image/png' });
    expect(stage.server.requests.map((request) => request.path)).toEqual(['/a', '/b', '/c']);
  });

  test('are not followed in a loop', async ({ stage }) => {
    stage.server.script('GET /a', { status: 302, headers: { location: '/a' } });
    expect(await failureOf(download(stage, '/a'))).toMatchObject({ kind: 'retry', code: 'RESULT_REDIRECTS' });
    expect(stage.server.requests).toHaveLength(6);
  });

  test.for(['file:///etc/passwd', 'ftp://example.com/'])('are not followed to %s', async (location, { stage }) => {
    stage.server.script('GET /a', { status: 302, headers: { location } });
    expect(await failureOf(download(stage, '/a'))).toMatchObject({ code: 'RESULT_ADDRESS' });
  });
});
