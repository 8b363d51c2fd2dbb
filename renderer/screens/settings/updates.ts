/** The status of app updates; a downloaded update is offered once. */
import i18next from 'i18next';
import { create } from 'zustand';
import type { UpdateStatus } from '../../../contract/app/update-status.ts';
import { request, requestQuietly, subscribe } from '../../bridge.ts';
import { notify } from '../../notifications.tsx';

/** Null until main has responded. */
export const useUpdates = create<{ readonly status: UpdateStatus | null }>(() => ({ status: null }));

/** @returns a function that unsubscribes */
export function followUpdates(): () => void {
  const stop = subscribe('updates', applyStatus);
  void requestQuietly('updates.standing').then((reply) => {
    if (reply.ok && useUpdates.getState().status === null) applyStatus(reply.value);
  });
  return stop;
}

export const restartNow = (): void => void request('updates.restart');

function applyStatus(status: UpdateStatus): void {
  useUpdates.setState({ status });
  if (status.state !== 'ready' || !status.isOffered) return;
  const text = () => i18next.t('settings.updates.ready', { version: status.version });
  const action = { label: () => i18next.t('settings.updates.restart'), go: restartNow };
  notify({ tone: 'info', text }, { action, about: 'update', needsAnswer: true });
}
