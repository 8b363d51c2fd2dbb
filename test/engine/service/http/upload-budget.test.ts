import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { createUploadBudget } from '../../../../engine/service/http/upload-budget.ts';
import { imageOf } from '../../../helpers/engine-images.ts';
import { nextAnswer, openSocket, rawRequest } from '../../../helpers/raw-request.ts';
import { type Answer, apiKey, errorCodeOf, post, startTestEngine } from '../../../helpers/running-engine.ts';

const { path } = operations['face-key-points'];
const headers = { 'service-api-key': apiKey, 'Content-Type': 'multipart/form-data; boundary=b' };
const part = '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';

/** An upload that has begun and does not go on. */
async function begun(baseUrl: string, bytes: number): Promise<Socket> {
  const socket = await openSocket(baseUrl);
  socket.on('error', () => undefined);
  socket.write(rawRequest(path, { ...headers, 'Content-Length': '7000000' }, part));
  socket.write(Buffer.alloc(bytes));
  return socket;
}

test('what is taken is given back once, and nothing is admitted beyond the limits', () => {
  const budget = createUploadBudget({ maxUploads: 2, maxBytes: 100, idleTimeoutMs: 1000 });
  const [one, two] = [budget.admit(), budget.admit()];
  expect(() => budget.admit()).toThrow('Too many uploads');
  one.add(60);
  expect(() => two.add(41)).toThrow('Too many uploads');
  two.add(40);
  one.endUpload();
  one.endUpload();
  const three = budget.admit();
  expect(() => three.add(1)).toThrow('Too many uploads');
  one.release();
  one.release();
  three.add(60);
  expect(() => three.add(1)).toThrow('Too many uploads');
});

test('an upload too many is told to come later, and comes through then', async () => {
  const engine = await startTestEngine({ uploads: { maxUploads: 3 } });
  const slow = await Promise.all([1, 2, 3].map(() => begun(engine.baseUrl, 1000)));
  const image = await imageOf('png', 300, 300);
  let answer!: Answer;
  const nextStatus = async () => {
    answer = await post(engine, 'face-key-points', { image });
    return answer.status;
  };
  // The three may still be on their way to the engine.
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

test('uploads that fill the room are told to come later', async () => {
  const engine = await startTestEngine({ uploads: { maxBytes: 2_000_000 } });
  const slow = await begun(engine.baseUrl, 1_500_000);
  const secondSocket = await begun(engine.baseUrl, 1_500_000);
  const answer = await Promise.race([nextAnswer(slow), nextAnswer(secondSocket)]);
  expect(answer.status).toBe(503);
  slow.destroy();
  secondSocket.destroy();
});

test('an upload that stands still is cut off', async () => {
  const engine = await startTestEngine({ uploads: { idleTimeoutMs: 50 } });
  const socket = await begun(engine.baseUrl, 1000);
  await new Promise((resolve) => socket.resume().once('close', resolve));
});
