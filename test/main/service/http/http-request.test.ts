import { createServer, type Server as TlsLess } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, vi } from 'vitest';
import {
  type HttpRequest,
  type HttpResponse,
  type Phase,
  RequestInterrupted,
  sendRequest,
} from '../../../../main/service/http/http-request.ts';
import { defaultTimeouts, type Timeouts } from '../../../../main/service/http/transfer-timeouts.ts';
import { listen } from '../../../helpers/service/listening.ts';
import type { Step } from '../../../helpers/service/scripted-server.ts';
import { failureOf, type Stage, test, testKey } from '../../../helpers/service/service-stage.ts';

async function textOf(reply: HttpResponse): Promise<{ status: number; text: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of reply.chunks) chunks.push(chunk);
  return { status: reply.status, text: Buffer.concat(chunks).toString() };
}

function get(stage: Stage, path: string, more: Partial<HttpRequest> = {}): HttpRequest {
  const url = new URL(stage.server.baseUrl + path);
  return { method: 'GET', canRepeat: true, url, headers: {}, timeouts: defaultTimeouts, ...more };
}

/** A POST of `size` zeros. */
function post(stage: Stage, path: string, size: number, more: Partial<HttpRequest> = {}): HttpRequest {
  const stream = Readable.from(zeros(size)).pipe(new PassThrough());
  const headers = { 'content-length': String(size) };
  return {
    ...get(stage, path),
    method: 'POST',
    canRepeat: false,
    body: { stream, length: size, headers, error: () => null },
    ...more,
  };
}

function* zeros(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536));
}

/** Exceeds the buffers of any operating system. */
const tooMuchForBuffers = 40_000_000;

async function brokenPhase(ask: HttpRequest): Promise<[Phase, string]> {
  const error = await failureOf(sendRequest(ask, textOf));
  if (!(error instanceof RequestInterrupted)) throw error;
  return [error.phase, error.code];
}

test('a response is returned with any status, and redirects are not followed', async ({ stage }) => {
  const redirect = { status: 302, headers: { location: '/b' } };
  stage.server.script('GET /a', { bytes: 'hello' }, { status: 503, bytes: 'later' }, redirect);

  expect(await sendRequest(get(stage, '/a'), textOf)).toEqual({ status: 200, text: 'hello' });
  expect(await sendRequest(get(stage, '/a'), textOf)).toEqual({ status: 503, text: 'later' });
  expect(await sendRequest(get(stage, '/a'), textOf)).toEqual({ status: 302, text: '' });
  expect(stage.server.requests).toHaveLength(3);
});

test('a body arrives completely, with progress up to 1, and its end is reported once', async ({ stage }) => {
  stage.server.script('POST /a', { bytes: 'ok' });
  const fractions: number[] = [];
  let sent = 0;
  const ask = post(stage, '/a', 1_000_000, {
    onUpload: (fraction) => fractions.push(fraction),
    onBodySent: () => sent++,
  });
  await sendRequest(ask, textOf);
  expect(stage.server.requests[0]).toMatchObject({ bodyBytes: 1_000_000, complete: true });
  expect(fractions.at(-1)).toBe(1);
  expect([...fractions].sort((a, b) => a - b)).toEqual(fractions);
  expect(sent).toBe(1);
});

describe('the phase of a failed request', () => {
  const bytes = 'x'.repeat(500);
  const part = { bytes, breakAfterBytes: 100, breakWith: 'hang' } as const;
  const endless = { bytes: 'x'.repeat(1_000_000), drip: { bytes: 1, everyMs: 5 } };
  const reset = /ECONNRESET|EPIPE/;
  const large = tooMuchForBuffers;

  test.for<[string, Step, number | null, Phase, string | RegExp, Partial<Timeouts>?]>([
    ['reset during the upload', { resetAfterUploadBytes: 200_000 }, large, 'sending', reset],
    ['an upload that stalls', { stallAfterUploadBytes: 200_000 }, large, 'sending', 'STALLED', { sendStall: 150 }],
    ['reset after the upload', { resetBeforeAnswer: true }, 1_000, 'waiting', 'ECONNRESET'],
    ['no response to an upload', { hang: true }, 1_000, 'waiting', 'TIMEOUT', { response: 150 }],
    ['no response', { hang: true }, null, 'waiting', 'TIMEOUT', { response: 150 }],
    ['a response that stalls', part, null, 'reading', 'STALLED', { readStall: 150 }],
    [
      'a response without a first byte',
      { ...part, breakAfterBytes: 0 },
      null,
      'reading',
      'STALLED',
      { readStall: 150 },
    ],
    ['a slow response without an end', endless, null, 'reading', 'TOO_SLOW', { grace: 150 }],
  ])('%s', async ([_name, step, uploadSize, phase, code, shortened], { stage }) => {
    const onBodySent = vi.fn();
    // A single short timeout, because a busy machine may be slow in other respects.
    const more = { timeouts: { ...defaultTimeouts, ...shortened }, onBodySent };
    stage.server.script('GET /a', step);
    stage.server.script('POST /a', step);

    const broken = await brokenPhase(
      uploadSize === null ? get(stage, '/a', more) : post(stage, '/a', uploadSize, more),
    );

    expect(broken).toEqual([phase, expect.stringMatching(code)]);
    expect(onBodySent.mock.calls.length > 0).toBe(phase !== 'sending' && uploadSize !== null);
  });

  test('a name that cannot be resolved, a closed port, and HTTPS to a server without it', async ({ stage }) => {
    const { baseUrl } = stage.server;
    const phaseAt = (url: string) => brokenPhase(post(stage, '/', 10, { url: new URL(url) }));

    const unresolved = await phaseAt('http://nowhere.invalid/');
    const insecure = await phaseAt(baseUrl.replace('http:', 'https:'));
    await stage.server.close();
    const closed = await phaseAt(baseUrl);

    expect([unresolved, insecure, closed]).toEqual([
      ['connecting', expect.stringMatching(/ENOTFOUND|EAI_AGAIN/)],
      ['connecting', expect.stringMatching(/EPROTO|ERR_SSL/)],
      ['connecting', 'ECONNREFUSED'],
    ]);
  });

  test('a server that does not speak HTTP', async ({ stage }) => {
    const stranger: TlsLess = createServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    const port = await listen(stranger);

    const broken = await brokenPhase(get(stage, '/', { url: new URL(`http://127.0.0.1:${port}`) }));
    stranger.close();

    expect(broken).toEqual(['waiting', expect.stringMatching(/^HPE_/)]);
  });

  test('an interrupted response keeps its status and headers', async ({ stage }) => {
    const headers = { 'retry-after': '9' };
    stage.server.script('POST /a', { status: 429, headers, bytes, breakAfterBytes: 100 });

    const error = await failureOf(sendRequest(post(stage, '/a', 1_000), textOf));

    expect(error).toMatchObject({ phase: 'reading', response: { status: 429, headers, bodySent: true } });
  });
});

test('a response reports whether the complete body had been sent before', async ({ stage }) => {
  const left = async (reply: HttpResponse) => reply.bodySent;
  stage.server.script('POST /whole', { status: 502, bytes: 'page' });
  stage.server.script('POST /early', { status: 502, bytes: 'page', early: true });
  stage.server.script('GET /a', { bytes: 'a' });

  expect(await sendRequest(post(stage, '/whole', 100_000), left)).toBe(true);
  expect(await sendRequest(post(stage, '/early', tooMuchForBuffers), left)).toBe(false);
  expect(await sendRequest(get(stage, '/a'), left)).toBe(true);
});

test('a slow upload has not stalled', async ({ stage }) => {
  stage.server.script('POST /a', { bytes: 'ok' });
  // The total exceeds the limit, but each pause is far shorter.
  const timeouts = { ...defaultTimeouts, sendStall: 1_000 };
  async function* slowly(): AsyncGenerator<Buffer> {
    for (let n = 0; n < 20; n += 1) {
      await sleep(60);
      yield Buffer.alloc(50);
    }
  }
  const ask = post(stage, '/a', 1_000, { timeouts });
  const body = { ...ask.body!, stream: Readable.from(slowly()) };
  expect(await sendRequest({ ...ask, body }, textOf)).toEqual({ status: 200, text: 'ok' });
});

test('a slow response has not stalled', async ({ stage }) => {
  stage.server.script('GET /a', { bytes: 'x'.repeat(1_000), drip: { bytes: 50, everyMs: 60 } });
  const timeouts = { ...defaultTimeouts, readStall: 1_000 };
  expect((await sendRequest(get(stage, '/a', { timeouts }), textOf)).text).toHaveLength(1_000);
});

test('a response before the end of the upload is read, and the upload ends', async ({ stage }) => {
  stage.server.script('POST /a', { early: true, status: 413, json: { error: 'too large' } });
  const ask = post(stage, '/a', tooMuchForBuffers);
  expect(await sendRequest(ask, textOf)).toEqual({ status: 413, text: '{"error":"too large"}' });
  expect(ask.body?.stream.destroyed).toBe(true);
});

describe('aborting', () => {
  const reason = new Error('the user cancelled');

  test.for<[string, Step, number]>([
    ['during the upload', { stallAfterUploadBytes: 200_000 }, tooMuchForBuffers],
    ['while waiting', { hang: true }, 1_000],
    ['during the response', { bytes: 'x'.repeat(500), breakAfterBytes: 100, breakWith: 'hang' }, 1_000],
  ])('%s rejects with the reason', async ([_when, step, size], { stage }) => {
    stage.server.script('POST /a', step);
    const aborting = new AbortController();
    setTimeout(() => aborting.abort(reason), 100);

    const request = sendRequest(post(stage, '/a', size, { signal: aborting.signal }), textOf);

    await expect(request).rejects.toBe(reason);
  });

  test('before it begins sends nothing', async ({ stage }) => {
    const request = sendRequest(post(stage, '/a', 1_000, { signal: AbortSignal.abort(reason) }), textOf);

    await expect(request).rejects.toBe(reason);
    expect(stage.server.requests).toEqual([]);
  });
});

test('an error of the body is reported as such, not as one of the network', async ({ stage }) => {
  // The upload is not read to its end, so that the error precedes it.
  stage.server.script('POST /a', { stallAfterUploadBytes: 200_000 });
  const fault = new Error('the card was pulled out');
  const ask = post(stage, '/a', tooMuchForBuffers);
  const body = { ...ask.body!, error: () => fault };
  setTimeout(() => body.stream.destroy(fault), 20);
  await expect(sendRequest({ ...ask, body }, textOf)).rejects.toBe(fault);
});

test('a GET on a connection that the service has closed is sent again; a POST never reuses one', async ({ stage }) => {
  stage.server.script('GET /a', { bytes: 'one' }, { resetBeforeAnswer: true }, { bytes: 'two' });
  expect(await sendRequest(get(stage, '/a'), textOf)).toMatchObject({ text: 'one' });
  expect(await sendRequest(get(stage, '/a'), textOf)).toMatchObject({ text: 'two' });
  stage.server.script('POST /a', { bytes: 'ok' });
  await sendRequest(post(stage, '/a', 10), textOf);
  expect(stage.server.requestsOf('POST /a')[0]?.headers.connection).toBe('close');
});

test('a GET is sent again once, not repeatedly', async ({ stage }) => {
  stage.server.script('GET /a', { bytes: 'one' }, { resetBeforeAnswer: true });
  await sendRequest(get(stage, '/a'), textOf);
  expect(await failureOf(sendRequest(get(stage, '/a'), textOf))).toMatchObject({
    phase: 'waiting',
    code: 'ECONNRESET',
  });
  expect(stage.server.requests).toHaveLength(3);
});

test('errors contain neither the address nor the key', async ({ stage }) => {
  stage.server.script('GET /secret', { resetBeforeAnswer: true });
  const error = await failureOf(
    sendRequest(get(stage, '/secret?sig=abc', { headers: { 'service-api-key': testKey } }), textOf),
  );
  const everything = `${error.stack} ${JSON.stringify(error)} ${Object.values(error).map(String).join(' ')}`;
  expect(everything).not.toMatch(/secret|sig=abc|key-/);
  expect(error.cause).toBeUndefined();
});
