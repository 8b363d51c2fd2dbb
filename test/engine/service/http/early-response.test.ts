import { PassThrough, Readable } from 'node:stream';
import FormData from 'form-data';
import got from 'got';
import { expect, onTestFinished, test, vi } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { apiKey, sharedEngine } from '../../../helpers/engine/running-engine.ts';
import { nextAnswer, openSocket, rawRequest } from '../../../helpers/service/raw-request.ts';

const engine = sharedEngine();
const { path } = operations['face-key-points'];
const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': '100000000000' };

/** Sends 25 MB like a client that streams from disk and requests to close the connection afterwards. */
async function sendLarge(baseUrl: string, key: string): Promise<[status: number, code: string]> {
  const chunks = Array.from({ length: 400 }, () => Buffer.alloc(64 * 1024));
  const form = new FormData();
  form.append('image', Readable.from(chunks), { filename: 'a.png', knownLength: 400 * 64 * 1024 });
  const answer = await got.post(baseUrl + path, {
    body: form.pipe(new PassThrough()),
    headers: { ...form.getHeaders(), 'content-length': String(form.getLengthSync()), 'service-api-key': key },
    agent: { http: false as never },
    retry: { limit: 0 },
    throwHttpErrors: false,
    responseType: 'json',
  });
  return [answer.statusCode, (answer.body as { error_detail: { code: string } }).error_detail.code];
}

test('a client that is still sending can read the response', async () => {
  for (let round = 0; round < 5; round++) {
    expect(await sendLarge(engine().baseUrl, 'wrong')).toEqual([401, 'ERROR_APPLICATIONS_NOT_EXISTS']);
    expect(await sendLarge(engine().baseUrl, apiKey)).toEqual([413, 'FILE_SIZE_EXCEEDS_LIMIT']);
  }
});

test('a rejected body without an end is interrupted', async () => {
  const socket = await openSocket(engine().baseUrl);
  socket.write(rawRequest('/nothing', headers));
  expect((await nextAnswer(socket)).status).toBe(401);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  const chunk = Buffer.alloc(1024 * 1024);
  const pour = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', pour);
  pour();
  await closed;
});

test('a rejected body that stalls is interrupted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = await openSocket(engine().baseUrl);
  socket.write(rawRequest('/nothing', headers, 'the beginning'));
  expect((await nextAnswer(socket)).status).toBe(401);
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.resume().once('close', resolve));
  vi.advanceTimersByTime(2000);
  await closed;
});
