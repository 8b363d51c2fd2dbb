import { expect, test } from 'vitest';
import { nextAnswer, openSocket, rawRequest } from '../../../../helpers/raw-request.ts';
import { apiKey, startTestEngine } from '../../../../helpers/running-engine.ts';

test('the description needs no key, and holds none', async () => {
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

test('a page that has its name point to this computer does not get it', async () => {
  const engine = await startTestEngine();
  const socket = await openSocket(engine.baseUrl);
  socket.write(rawRequest('/openapi.json', { Host: 'evil.example' }, '', 'GET'));
  expect((await nextAnswer(socket)).status).toBe(403);
  socket.destroy();
});
