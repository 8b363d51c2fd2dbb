import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { createUploadBudget } from '../../../../engine/service/http/upload-budget.ts';
import { imageOf } from '../../../helpers/engine/engine-images.ts';
import { type Answer, apiKey, errorCodeOf, post, startTestEngine } from '../../../helpers/engine/running-engine.ts';
import { nextAnswer, openSocket, rawRequest } from '../../../helpers/service/raw-request.ts';

const { path } = operations['face-key-points'];
const headers = { 'service-api-key': apiKey, 'Content-Type': 'multipart/form-data; boundary=b' };
const part = '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';

/** Starts an upload that stalls. */
async function stallUpload(baseUrl: string, bytes: number): Promise<Socket> {
  const socket = await openSocket(baseUrl);
  socket.on('error', () => undefined);
  socket.write(rawRequest(path, { ...headers, 'Content-Length': '7000000' }, part));
  socket.write(Buffer.alloc(bytes));
  return socket;
}

test('bytes are released once, and nothing is admitted beyond the limits', () => {
  const budget = createUploadBudget({ maxUploads: 2, maxBytes: 100, idleTimeoutMs: 1000 });
  const [a, b] = [budget.admit(), budget.admit()];
  expect(() => budget.admit()).toThrow('Too many uploads');
  a.add(60);
  expect(() => b.add(41)).toThrow('Too many uploads');
  b.add(40);
  a.endUpload();
  a.endUpload();
  const c = budget.admit();
  expect(() => c.add(1)).toThrow('Too many uploads');
  a.release();
  a.release();
  c.add(60);
  expect(() => c.add(1)).toThrow('Too many uploads');
});

test('an upload beyond the limit gets 503, and succeeds later', async () => {
  const engine = await startTestEngine({ uploads: { maxUploads: 3 } });
  const slow = await Promise.all([1, 2, 3].map(() => stallUpload(engine.baseUrl, 1000)));
  const image = await imageOf('png', 300, 300);
  let answer!: Answer;
  const nextStatus = async () => {
    answer = await post(engine, 'face-key-points', { image });
    return answer.status;
  };
  // The three may not have arrived at the engine yet.
  await expect.poll(nextStatus).not.toBe(200);
  expect([answer.status, errorCodeOf(answer), answer.headers.get('retry-after')]).toEqual([
    503,
    'AI_SERVICE_FLOW_RESTRICTION',
    '2',
  ]);
  for (const socket of slow) socket.destroy();
  await expect.poll(nextStatus).not.toBe(503);
  expect(answer.status).toBe(200);
});

test('uploads that use up the memory get 503', async () => {
  const engine = await startTestEngine({ uploads: { maxBytes: 2_000_000 } });
  const slow = await stallUpload(engine.baseUrl, 1_500_000);
  const secondSocket = await stallUpload(engine.baseUrl, 1_500_000);
  const answer = await Promise.race([nextAnswer(slow), nextAnswer(secondSocket)]);
  expect(answer.status).toBe(503);
  slow.destroy();
  secondSocket.destroy();
});

test('an upload that stalls is interrupted', async () => {
  const engine = await startTestEngine({ uploads: { idleTimeoutMs: 50 } });
  const socket = await stallUpload(engine.baseUrl, 1000);
  await new Promise((resolve) => socket.resume().once('close', resolve));
});
