import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../main/ipc/refusal.ts';
import { type Door, type Handlers, register } from '../../../main/ipc/register.ts';
import { requestNames } from '../../../preload/contract/channels.ts';

type Listener = Parameters<Door['handle']>[1];

function open(handlers: Partial<Handlers>) {
  const listeners = new Map<string, Listener>();
  const faults: string[] = [];
  register({ handle: (channel, listener) => void listeners.set(channel, listener) }, handlers as Handlers, (name) =>
    faults.push(name),
  );
  const call = (name: string, args?: unknown, trusted = true) => listeners.get(name)?.(trusted, args);
  return { listeners, faults, call };
}

describe('register', () => {
  it('opens every channel of the contract and no other', () => {
    expect([...open({}).listeners.keys()]).toEqual(requestNames);
  });

  it('hands checked arguments to the handler and wraps its answer', async () => {
    const seen: unknown[] = [];
    const { call } = open({ 'jobs.retry': (args) => void seen.push(args) });
    expect(await call('jobs.retry', { ids: [3] })).toEqual({ ok: true, value: undefined });
    expect(seen).toEqual([{ ids: [3] }]);
  });

  it.each([
    ['a wrong type', { ids: ['3'] }],
    ['an unknown property', { ids: [3], also: 1 }],
    ['an empty list', { ids: [] }],
    ['nothing', undefined],
  ])('refuses %s before the handler sees it', async (_, args) => {
    const seen: unknown[] = [];
    const { call } = open({ 'jobs.retry': (seenArgs) => void seen.push(seenArgs) });
    expect(await call('jobs.retry', args)).toMatchObject({ ok: false });
    expect(seen).toEqual([]);
  });

  it('refuses a stranger', async () => {
    const { call } = open({ 'jobs.retry': () => undefined });
    expect(await call('jobs.retry', { ids: [3] }, false)).toMatchObject({ ok: false });
  });

  it('passes the sentence of a refusal on and keeps the words of a fault to the log', async () => {
    const { call, faults } = open({
      'jobs.retry': () => {
        throw new Refusal('The queue is held by another Burnish.');
      },
      'jobs.cancel': () => {
        throw new Error('SQLITE_CORRUPT at /secret');
      },
    });
    expect(await call('jobs.retry', { ids: [3] })).toEqual({
      ok: false,
      message: 'The queue is held by another Burnish.',
    });
    const reply = (await call('jobs.cancel', { ids: [3] })) as { ok: boolean; message: string };
    expect(reply.ok).toBe(false);
    expect(reply.message).not.toContain('secret');
    expect(faults).toEqual(['jobs.cancel']);
  });
});
