import { expect, it } from 'vitest';
import { readEnvelope } from '../../../../main/service/errors/envelope.ts';
import { redactKey, redactKeyInResponse, restoreKey } from '../../../../main/service/keys/redact-key.ts';

const key = 'sEcReT+/7k';
const base64 = (text: string) => Buffer.from(text).toString('base64');

it.each([
  [`key ${key} refused`, 'key … refused'],
  [`${key}${key}`, '……'],
  [`key ${key.toUpperCase()} refused`, 'key … refused'],
  [`?key=${encodeURIComponent(key)}&a`, '?key=…&a'],
  [`?key=${encodeURIComponent(key).toLowerCase()}&a`, '?key=…&a'],
  [`token ${base64(key)}.`, 'token ….'],
  [`token ${Buffer.from(key).toString('base64url')}.`, 'token ….'],
  ['The photograph is too large.', 'The photograph is too large.'],
])('%j is redacted to %j', (text, expected) => {
  expect(redactKey(text, key)).toBe(expected);
});

it.each(['', 'u', 'us', 'use', 'user:'])('finds the key in the Base64 of a longer text after %j', (before) => {
  const text = base64(`${before}${key}, and more`);
  const redacted = redactKey(text, key);
  expect(redacted).toContain('…');
  const left = redacted.split('…').map((part) => Buffer.from(part, 'base64').toString());
  expect(left.join('')).not.toContain('cReT');
});

it('leaves words unchanged if the key is as short as one', () => {
  expect(redactKey('The key was refused.', 'key')).toBe('The key was refused.');
  expect(redactKey('No key was sent.', '')).toBe('No key was sent.');
});

it.each([
  ['in hexadecimal', Buffer.from(key).toString('hex')],
  ['escaped as in JSON', Array.from(key, (each) => `\\u00${each.charCodeAt(0).toString(16)}`).join('')],
  ['encoded twice', encodeURIComponent(encodeURIComponent(key))],
  ['as in HTML', Array.from(key, (each) => `&#${each.charCodeAt(0)};`).join('')],
])('finds the key %s', (_how, text) => {
  expect(redactKey(`so: ${text}!`, key)).toBe('so: …!');
});

it('redacts it in all parts of a response', () => {
  const answer = {
    request_id: `r-${key}`,
    log_id: `l-${key}`,
    error_detail: { code: `NO_${key}`, message: `${key}?` },
    result: { [key]: [`<${base64(key)}>`, 3, null], face_num: 1 },
  };
  const cleaned = redactKeyInResponse(JSON.parse(JSON.stringify(answer)), key);
  expect(cleaned).toEqual({
    request_id: 'r-…',
    log_id: 'l-…',
    error_detail: { code: 'NO_…', message: '…?' },
    result: { '…': ['<…>', 3, null], face_num: 1 },
  });
  expect(readEnvelope(401, cleaned)).toMatchObject({ error: { code: 'NO_…', text: '…?' }, ids: { requestId: 'r-…' } });
});

it('leaves a placeholder where the service needs the key, and restores it for the service alone', () => {
  const url = `https://service.example/a.png?key=${encodeURIComponent(key)}`;
  const cleaned = redactKeyInResponse({ task_id: `t-${key}`, data: { image_url: url } }, key) as Record<string, never>;
  expect(cleaned).toEqual({
    task_id: 't-(burnish-key)',
    data: { image_url: 'https://service.example/a.png?key=(burnish-key)' },
  });
  expect(restoreKey('https://service.example/a.png?key=(burnish-key)', key)).toBe(url);
  expect(readEnvelope(200, cleaned)?.taskId).toBe('t-(burnish-key)');
  // With changed case, the key cannot be restored, so there is no task to query.
  expect(readEnvelope(200, redactKeyInResponse({ task_id: key.toUpperCase() }, key))?.taskId).toBeNull();
});

it('redacts a number that equals the key', () => {
  expect(redactKeyInResponse({ request_id: 1234567890, x: 5 }, '1234567890')).toEqual({ request_id: '…', x: 5 });
});

it('does not search for a short key in fields that the program reads', () => {
  const answer = { data: { face_count: 1 }, error_detail: { message: 'no face_' } };
  expect(redactKeyInResponse(answer, 'face_')).toEqual({ ...answer, error_detail: { message: 'no …' } });
});
