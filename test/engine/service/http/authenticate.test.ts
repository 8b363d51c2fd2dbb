import { expect, test } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { apiKey, ask, sharedEngine, startTestEngine } from '../../../helpers/engine/running-engine.ts';
import { nextAnswer, openSocket, rawRequest } from '../../../helpers/service/raw-request.ts';

const engine = sharedEngine();
const paths = [
  ['POST', operations['face-key-points'].path],
  ['GET', '/api/common/query-async-task-result?task_id=1'],
  ['GET', '/api/common/query-credits'],
  ['GET', '/health'],
  ['GET', '/nothing-here'],
] as const;

test.each(paths)('%s %s requires the key', async (method, path) => {
  for (const key of ['wrong', `${apiKey} `.repeat(2), '']) {
    const answer = await ask(engine(), path, { method, headers: { 'service-api-key': key } });
    expect([answer.status, answer.body.error_detail.code]).toEqual([401, 'ERROR_APPLICATIONS_NOT_EXISTS']);
    expect(answer.body.request_id).toMatch(/./);
    expect(JSON.stringify(answer.body)).not.toContain(apiKey);
  }
});

test('a missing key and a wrong one have different messages', async () => {
  const response = await fetch(`${engine().baseUrl}/health`);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({
    error_code: 401,
    error_detail: { status_code: 401, message: 'The request has no API key in the header "service-api-key".' },
  });
});

test('the key is checked before the body arrives', async () => {
  const socket = await openSocket(engine().baseUrl);
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': '5000000' };
  socket.write(rawRequest(operations['face-key-points'].path, headers));
  expect((await nextAnswer(socket)).status).toBe(401);
  socket.destroy();
});

test('the header of the key has the configured name', async () => {
  const customEngine = await startTestEngine({ keyHeader: 'X-My-Key' });
  const requestHealth = (name: string) => fetch(`${customEngine.baseUrl}/health`, { headers: { [name]: apiKey } });
  expect((await requestHealth('x-my-key')).status).toBe(200);
  expect((await requestHealth('service-api-key')).status).toBe(401);
});

test.each([
  'evil.example',
  'evil.example:80',
  '127.0.0.1.evil.example',
  '10.0.0.1',
  'me@127.0.0.1',
  'me:word@127.0.0.1:80',
  '127.0.0.1:80@evil.example',
  'localhost:@evil.example',
  '127.0.0.1:80/../evil.example',
  '127.0.0.1:',
])('a request addressed to %s is rejected', async (host) => {
  const socket = await openSocket(engine().baseUrl);
  socket.write(rawRequest('/health', { Host: host, 'service-api-key': apiKey }, '', 'GET'));
  const answer = await nextAnswer(socket);
  expect([answer.status, answer.body.error_detail.code]).toEqual([403, 'ERROR_ILLEGAL_OPERATION']);
  socket.destroy();
});

test.each(['127.0.0.1:9', 'localhost', 'LOCALHOST:80', '[::1]:80'])(
  'a request addressed to %s is accepted',
  async (host) => {
    const socket = await openSocket(engine().baseUrl);
    socket.write(rawRequest('/health', { Host: host, 'service-api-key': apiKey }, '', 'GET'));
    expect((await nextAnswer(socket)).status).toBe(200);
    socket.destroy();
  },
);
