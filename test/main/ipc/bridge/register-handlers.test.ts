import { describe, expect, it } from 'vitest';
import { msg } from '../../../../contract/messages/message.ts';
import { openGrants } from '../../../../main/ipc/bridge/path-grants.ts';
import { type IpcMainLike, registerHandlers } from '../../../../main/ipc/bridge/register-handlers.ts';
import type { Handlers } from '../../../../main/ipc/bridge/request-handlers.ts';
import { UserError } from '../../../../main/ipc/bridge/user-error.ts';
import { dropChannel, requestNames } from '../../../../preload/channels.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

type Listener = Parameters<IpcMainLike['handle']>[1];

function open(handlers: Partial<Handlers>) {
  const listeners = new Map<string, Listener>();
  const faults: string[] = [];
  const door: IpcMainLike = { handle: (channel, listener) => void listeners.set(channel, listener) };
  const grants = openGrants();
  registerHandlers(door, handlers as Handlers, grants, (name) => faults.push(name));
  const call = (name: string, args?: unknown, sender: string | null = 'page') => listeners.get(name)?.(sender, args);
  return { listeners, faults, call, grants };
}

describe('registerHandlers', () => {
  it('opens every channel of the contract and no other', () => {
    expect([...open({}).listeners.keys()]).toEqual([...requestNames, dropChannel]);
  });

  it('passes checked arguments to the handler and wraps its response', async () => {
    const seen: unknown[] = [];
    const { call } = open({ 'recipes.remove': (args) => void seen.push(args) });
    expect(await call('recipes.remove', { id: 'a' })).toEqual({ ok: true, value: undefined });
    expect(seen).toEqual([{ id: 'a' }]);
  });

  it.each([
    ['a wrong type', { id: 3 }],
    ['an unknown property', { id: 'a', also: 1 }],
    ['an empty text', { id: '' }],
    ['nothing', undefined],
  ])('rejects %s before the handler gets it', async (_, args) => {
    const seen: unknown[] = [];
    const { call } = open({ 'recipes.remove': (seenArgs) => void seen.push(seenArgs) });
    expect(await call('recipes.remove', args)).toMatchObject({ ok: false });
    expect(seen).toEqual([]);
  });

  it('rejects an unknown sender', async () => {
    const { call } = open({ 'recipes.remove': () => undefined });
    expect(await call('recipes.remove', { id: 'a' }, null)).toMatchObject({ ok: false });
  });

  it('grants dropped files to the window only', async () => {
    const { call, grants } = open({});
    const reply = (await call(dropChannel, { paths: ['/a.jpg', '/b'] })) as { value: string };
    expect(grants.take('page', 'photographs', reply.value)).toEqual(['/a.jpg', '/b']);
    expect(await call(dropChannel, { paths: [] })).toEqual({ ok: true, value: null });
    expect(await call(dropChannel, { paths: ['/a.jpg'] }, null)).toMatchObject({ ok: false });
    for (const paths of ['/a.jpg', [7], ['']]) expect(await call(dropChannel, { paths })).toMatchObject({ ok: false });
  });

  it('passes on the message of a user error, and logs the text of other errors only', async () => {
    const { call, faults } = open({
      'recipes.remove': () => {
        throw new UserError(msg('ipc.gone.path', { path: '/a' }));
      },
      'jobs.cancel': () => {
        throw new Error('SQLITE_CORRUPT at /secret');
      },
    });
    expect(await call('recipes.remove', { id: 'a' })).toEqual({
      ok: false,
      message: msg('ipc.gone.path', { path: '/a' }),
    });
    const reply = (await call('jobs.cancel', { on: { ids: [1] } })) as { ok: boolean; message: string };
    expect(reply.ok).toBe(false);
    expect(messageText(reply.message)).not.toContain('secret');
    expect(faults).toEqual(['jobs.cancel']);
  });
});
