import { Agent, type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { operationList, operations } from '../../../../contract/operations/table.ts';
import { apiKey, ask, errorCodeOf, sharedEngine, startTestEngine } from '../../../helpers/engine/running-engine.ts';
import { nextAnswer, openSocket, rawRequest } from '../../../helpers/service/raw-request.ts';

const engine = sharedEngine();
const query = '/api/common/query-async-task-result';

test.each(operationList.map((spec) => spec.path))('%s accepts only POST', async (path) => {
  const answer = await ask(engine(), path);
  expect([answer.status, errorCodeOf(answer)]).toEqual([405, 'ERROR_METHOD_NOT_ALLOWED']);
  expect(answer.headers.get('allow')).toBe('POST');
});

test('other paths do not exist', async () => {
  for (const path of ['/', '/api', '/api/cutout/general', '/files', '/nothing?x=1']) {
    const answer = await ask(engine(), path);
    expect([path, answer.status, errorCodeOf(answer)]).toEqual([path, 404, 'ERROR_RESOURCE_NOT_FOUND']);
  }
});

test('a path that cannot be decoded gets the same response', async () => {
  const answer = await ask(engine(), '/%c0');
  expect([answer.status, errorCodeOf(answer)]).toEqual([404, 'ERROR_RESOURCE_NOT_FOUND']);
});

test('no page of another origin can read a response', async () => {
  const answer = await ask(engine(), '/health', { headers: { origin: 'https://evil.example' } });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  const preflight = await fetch(`${engine().baseUrl}/health`, { method: 'OPTIONS' });
  expect(preflight.status).toBe(401);
});

test('every response has unique ids', async () => {
  const [a, b] = [await ask(engine(), '/health'), await ask(engine(), '/nothing')];
  expect(a.body.request_id).not.toBe(b.body.request_id);
  expect(a.body.log_id).not.toBe(b.body.log_id);
});

test('a connection is reused, even after an error that left a body unread', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets = new Set<unknown>();
  const send = (path: string, body: Buffer, key: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { 'service-api-key': key, 'content-type': 'multipart/form-data; boundary=b' };
      const sent = request(engine().baseUrl + path, { method: 'POST', agent, headers }, (answer: IncomingMessage) => {
        sockets.add(answer.socket);
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      });
      sent.once('error', reject);
      sent.end(body);
    });
  const { path } = operations['face-key-points'];
  const large = Buffer.alloc(3_000_000);
  expect(await send(path, large, 'wrong')).toBe(401);
  expect(await send(path, large, apiKey)).toBe(400);
  expect(await send('/nothing', large, apiKey)).toBe(404);
  expect(await send(path, Buffer.from('--b--\r\n'), apiKey)).toBe(400);
  expect(sockets.size).toBe(1);
  agent.destroy();
});

test('a body that is no form is rejected before the upload', async () => {
  const socket = await openSocket(engine().baseUrl);
  const headers = { 'service-api-key': apiKey, 'Content-Type': 'image/png', 'Content-Length': '5000' };
  socket.write(rawRequest(operations['ai-face-rating'].path, headers));
  const { status, body } = await nextAnswer(socket);
  expect([status, body.error_detail.code]).toEqual([400, 'ERROR_PARAMETERS']);
  socket.destroy();
});

test.each([
  ['application/json', '{"task_id":'],
  ['application/json', ''],
  ['application/json', '{"__proto__":{"task_id":"1"}}'],
])('a task query with a broken %s body %s', async (type, body) => {
  const answer = await ask(engine(), query, { method: 'POST', headers: { 'content-type': type }, body });
  expect([answer.status, errorCodeOf(answer)]).toEqual([400, 'ERROR_INVALID_PARAMETER_FORMAT']);
});

test('a task query whose body is too large or has an unknown type', async () => {
  const send = async (type: string, body: string) =>
    errorCodeOf(await ask(engine(), query, { method: 'POST', headers: { 'content-type': type }, body }));
  expect(await send('application/json', JSON.stringify({ task_id: 'x'.repeat(20_000) }))).toBe(
    'ERROR_REQUEST_BODY_TOO_LARGE',
  );
  expect(await send('image/png', 'x')).toBe('ERROR_PARAMETERS');
});

test('the description needs no key, and contains none', async () => {
  const engine = await startTestEngine({ keyHeader: 'X-My-Key' });
  const response = await fetch(`${engine.baseUrl}/openapi.json`);
  const text = await response.text();
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  expect(text).not.toContain(apiKey);
  const document = JSON.parse(text);
  expect(document.openapi).toBe('3.1.0');
  expect(document.servers).toEqual([{ url: engine.baseUrl }]);
  expect(document.components.securitySchemes.apiKey.name).toBe('X-My-Key');
});

test('a page whose name points to this computer does not get the description', async () => {
  const engine = await startTestEngine();
  const socket = await openSocket(engine.baseUrl);
  socket.write(rawRequest('/openapi.json', { Host: 'evil.example' }, '', 'GET'));
  expect((await nextAnswer(socket)).status).toBe(403);
  socket.destroy();
});
