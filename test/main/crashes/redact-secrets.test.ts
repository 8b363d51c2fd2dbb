import { expect, it } from 'vitest';
import { redactSecrets } from '../../../main/crashes/redact-secrets.ts';

const planted = 'hunter2SECRET';

it.each([
  `Authorization: Bearer ${planted}.a/b+c==`,
  `authorization: Basic ${planted} and ${planted}`,
  `'Proxy-Authorization': '${planted}'`,
  `Set-Cookie: a=${planted}; b=${planted}`,
  `x-api-key: ${planted}`,
  `{"apiKey":"${planted} with \\" quotes ${planted}","n":1}`,
  `password=${planted}&x=1`,
  `PGPASSWORD='${planted}'`,
  `GET https://results.example/${planted}/a.png?X-Amz-Signature=${planted} failed`,
  `see results.example/a.png?sig=${planted}&n=1`,
  `postgres://burnish:${planted}@db.studio:5432/burnish`,
  `wss://x.example/${planted}`,
  `data:image/png;base64,${planted}${planted}`,
  `blob:app://burnish/${planted}`,
  `sk-${planted}`,
  `the token ${planted.repeat(2)}0x`,
  `task 5f2a${planted}-77aa-4bcd-9e12-aabbccddeeff is gone`,
  `-----BEGIN PRIVATE KEY-----\n${planted}\n-----END PRIVATE KEY-----`,
  `-----BEGIN PRIVATE KEY-----\n${planted}`,
  `${planted}@studio.example wrote`,
])('%s', (text) => {
  const once = redactSecrets(text);
  expect(once).not.toContain(planted);
  expect(redactSecrets(once)).toBe(once);
});

it('takes out keys that Burnish has, however they are written', () => {
  const key = 'grün "und" blau';
  for (const text of [key, encodeURIComponent(key), JSON.stringify({ value: key })])
    expect(redactSecrets(`it said ${text}.`, [key])).not.toContain('blau');
  expect(redactSecrets('an at all', ['a', ''])).toBe('an at all');
});

it('leaves what a report is for', () => {
  const text = [
    '[2026-11-28 14:18:08.123] [error] TypeError: Cannot read properties of undefined (reading "tokens")',
    '    at processTicksAndRejections (node:internal/process/task_queues:105:5)',
    '    at file:///opt/Burnish/app.asar/out/main/chunks/third-party-licences-a1b2c3d4.js:10:3',
    'The engine ended (exit code 139), 127.0.0.1:41234',
    'Engine: ready, 3 of 800 done, 2048 x 1536',
  ].join('\n');
  expect(redactSecrets(text)).toBe(text);
});
