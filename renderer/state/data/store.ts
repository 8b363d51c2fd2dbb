/** The window's copy of the app's state: one snapshot, then batched changes. */
import { create } from 'zustand';
import type { Changes } from '../../../contract/app/app-snapshot.ts';
import type { Message } from '../../../contract/messages/message.ts';
import { requestQuietly, subscribe } from '../../bridge.ts';
import { type Data, dataOf, withChanges } from './appData.ts';

type Load =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly message: Message }
  | { readonly phase: 'ready'; readonly data: Data };

export const useLoad = create<Load>(() => ({ phase: 'loading' }));

/** Throws until the data is loaded. */
export function useData<T>(select: (data: Data) => T): T {
  return useLoad((load) => {
    if (load.phase !== 'ready') throw new Error('The data is not there yet.');
    return select(load.data);
  });
}

export function currentData(): Data {
  const load = useLoad.getState();
  if (load.phase !== 'ready') throw new Error('The data is not there yet.');
  return load.data;
}

export function applyChanges(changes: Changes): void {
  useLoad.setState({ data: withChanges(currentData(), changes) });
}

/**
 * Reads the snapshot and follows changes. Those that arrive before it are applied to it: they carry whole records, so
 * that applying one twice does no harm.
 */
export function followMainProcess(): () => void {
  let early: Changes[] | null = [];
  const stop = subscribe('changes', (changes) => {
    if (early) early.push(changes);
    else applyChanges(changes);
  });
  void requestQuietly('app.snapshot').then((reply) => {
    if (!reply.ok) {
      useLoad.setState({ phase: 'failed', message: reply.message });
      return;
    }
    const data = (early ?? []).reduce(withChanges, dataOf(reply.value));
    early = null;
    useLoad.setState({ phase: 'ready', data });
  });
  return stop;
}
