import { expect, it } from 'vitest';
import type { Reply } from '../../../../preload/channels.ts';
import { rememberGrant, sendGranted, toWirePath } from '../../../../renderer/state/data/grants.ts';

const stored: Reply<undefined> = { ok: true, value: undefined };
const refused: Reply<undefined> = { ok: false, message: 'No.' };

/** Sends one path, and returns its representation on the wire. */
async function sent(path: string, reply = stored): Promise<unknown> {
  let onTheWire: unknown;
  await sendGranted(async (read) => {
    onTheWire = read(path);
    return reply;
  });
  return onTheWire;
}

it('sends the grant of a chosen path until main has accepted it, then the stored path', async () => {
  expect(rememberGrant({ id: 'grant:1', path: '/a' })).toBe('/a');
  expect(await sent('/a', refused)).toBe('grant:1');
  expect(toWirePath('/a')).toBe('grant:1');
  expect(await sent('/a')).toBe('grant:1');
  expect(await sent('/a')).toBe('/a');
});

it('has a grant for each choice of the same folder', async () => {
  rememberGrant({ id: 'grant:1', path: '/b' });
  rememberGrant({ id: 'grant:2', path: '/b' });
  expect([await sent('/b'), await sent('/b'), await sent('/b')]).toEqual(['grant:2', 'grant:1', '/b']);
});

it('does not change paths that were not chosen, or null', async () => {
  expect(await sent('/stored')).toBe('/stored');
  expect(toWirePath(null)).toBeNull();
});

it('keeps a grant if the reply asks a question', async () => {
  rememberGrant({ id: 'grant:1', path: '/c' });
  const answer = { ok: true, value: 'none' } as const;
  await sendGranted(
    async (read) => {
      read('/c');
      return answer;
    },
    (value) => value !== 'none',
  );
  expect(toWirePath('/c')).toBe('grant:1');
});
