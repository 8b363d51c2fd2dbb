import { expect, it } from 'vitest';
import { readEnvelope } from '../../../main/service/envelope.ts';
import { envelopeWithoutKey, withoutKey } from '../../../main/service/hidden-key.ts';

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
])('%j is told as %j', (text, told) => {
  expect(withoutKey(text, key)).toBe(told);
});

it.each(['', 'u', 'us', 'use', 'user:'])('finds the key in the base64 of a longer text after %j', (before) => {
  const text = base64(`${before}${key}, and more`);
  const told = withoutKey(text, key);
  expect(told).toContain('…');
  const left = told.split('…').map((part) => Buffer.from(part, 'base64').toString());
  expect(left.join('')).not.toContain('cReT');
});

it('leaves words alone where the key is short enough to be one', () => {
  expect(withoutKey('The key was refused.', 'key')).toBe('The key was refused.');
  expect(withoutKey('No key was sent.', '')).toBe('No key was sent.');
});

it('takes it out of all that is shown or kept of an answer', () => {
  const answer = {
    request_id: `r-${key}`,
    log_id: `l-${key}`,
    task_id: `t-${key}`,
    error_detail: { code: `NO_${key}`, message: `${key}?` },
  };
  const { ids, error, taskId } = envelopeWithoutKey(readEnvelope(401, answer)!, key);
  expect({ ids, error, taskId }).toEqual({
    ids: { requestId: 'r-…', logId: 'l-…' },
    error: { code: 'NO_…', words: '…?', status: 401 },
    // Only sent back to where it came from.
    taskId: `t-${key}`,
  });
});
