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

it('redacts the stored keys, in any encoding', () => {
  const key = 'grün "und" blau';
  for (const text of [key, encodeURIComponent(key), JSON.stringify({ value: key })])
    expect(redactSecrets(`it said ${text}.`, { keys: [key], hosts: [] })).not.toContain('blau');
  expect(redactSecrets('an at all', { keys: ['a', ''], hosts: [] })).toBe('an at all');
});

it.each([
  'getaddrinfo ENOTFOUND db.studio.example',
  'getaddrinfo EAI_AGAIN nas',
  'connect ECONNREFUSED 192.168.1.20:5432',
  'connect ETIMEDOUT 2001:db8::20:5432',
  'connect EHOSTUNREACH fe80::20%eth0: no route',
  "{ errno: -3008, code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'db.studio.example' }",
  "{ address: '192.168.1.20', port: 5432 }",
  'no pg_hba.conf entry for host "192.168.1.20", user "nas", database "nas", no encryption',
  'password authentication failed for user "nas"',
  "Host: db.studio.example. is not in the cert's altnames: DNS:db.studio.example",
  'the studio at db.studio.example is offline',
  'DB.STUDIO.EXAMPLE:5432',
])('hosts and addresses: %s', (text) => {
  const hosts = ['localhost', '', 'db.studio.example'];
  expect(redactSecrets(text, { keys: [], hosts })).not.toMatch(/studio\.example|\bnas\b|192\.168|::20/i);
});

it('matches hosts as whole words only', () => {
  const shown = redactSecrets('nas, nasty and x-nas at localhost', { keys: [], hosts: ['nas', 'localhost'] });
  expect(shown).toBe('(removed), nasty and x-nas at localhost');
});

it('keeps the content a report needs', () => {
  const text = [
    '[2026-11-28 14:18:08.123] [error] TypeError: Cannot read properties of undefined (reading "tokens")',
    '    at processTicksAndRejections (node:internal/process/task_queues:105:5)',
    '    at file:///opt/Burnish/app.asar/out/main/chunks/third-party-licences-a1b2c3d4.js:10:3',
    'The engine ended (exit code 139), 127.0.0.1:41234',
    'connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432, v8::Function, ada::url',
    '    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1636:16) { errno: -111, port: 5432 }',
    'Engine: ready, 3 of 800 done, 2048 x 1536',
  ].join('\n');
  expect(redactSecrets(text)).toBe(text);
});
