/** The types of `msg`: `tsc` fails if one of the expected errors does not occur. */
import { expect, it } from 'vitest';
import type { CountMessageKey, PlainMessageKey } from '../../../contract/messages/message.ts';
import { messageKey, msg } from '../../../contract/messages/message.ts';

it('accepts each key with its placeholders', () => {
  expect(msg('ipc.unchanged')).toEqual({ key: 'ipc.unchanged' });
  expect(msg('pipeline.tried', { count: 2 })).toEqual({ key: 'pipeline.tried', values: { count: 2 } });
  expect(msg('app.picksRefused', { path: 'a.jpg', why: msg('ipc.unchanged') }).key).toBe('app.picksRefused');
});

it('rejects unknown keys, and missing or unknown placeholders', () => {
  const refused = [
    // @ts-expect-error There is no such key.
    () => msg('ipc.unchanges'),
    // @ts-expect-error A form of a plural is no key.
    () => msg('pipeline.tried_one', { count: 1 }),
    // @ts-expect-error A plural needs its count.
    () => msg('pipeline.tried'),
    // @ts-expect-error The count is a number.
    () => msg('pipeline.tried', { count: 'two' }),
    // @ts-expect-error One of two placeholders is missing.
    () => msg('app.picksRefused', { path: 'a.jpg' }),
    // @ts-expect-error The text has no such placeholder.
    () => msg('app.picksRefused', { path: 'a.jpg', why: 'x', name: 'a.jpg' }),
    // @ts-expect-error The text has no placeholder.
    () => msg('ipc.unchanged', { name: 'a.jpg' }),
    // @ts-expect-error There is no such key.
    () => messageKey('ipc.unchanges'),
    // @ts-expect-error The message has a placeholder.
    (): PlainMessageKey => 'app.picksRefused',
    // @ts-expect-error The message needs more than a count.
    (): CountMessageKey => 'app.picksTaken',
  ];
  expect(refused).toHaveLength(10);
});
