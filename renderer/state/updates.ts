/** How updates of the app stand, as main tells; what is ready is offered once. */
import i18next from 'i18next';
import { create } from 'zustand';
import type { UpdateStatus } from '../../contract/update-status.ts';
import { notify, request, requestQuietly, subscribe } from '../bridge.ts';

/** Null until main has answered. */
export const useUpdates = create<{ readonly standing: UpdateStatus | null }>(() => ({ standing: null }));

/** @returns what ends it. */
export function followUpdates(): () => void {
  const stop = subscribe('updates', take);
  void requestQuietly('updates.standing').then((reply) => {
    if (reply.ok && useUpdates.getState().standing === null) take(reply.value);
  });
  return stop;
}

export const restartNow = (): void => void request('updates.restart');

function take(standing: UpdateStatus): void {
  useUpdates.setState({ standing });
  if (standing.state !== 'ready' || !standing.isOffered) return;
  const text = () => i18next.t('settings.updates.ready', { version: standing.version });
  const wayOn = { label: () => i18next.t('settings.updates.restart'), go: restartNow };
  notify({ tone: 'info', text }, { wayOn, about: 'update' });
}
