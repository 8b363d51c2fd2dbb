/** Crash reports in the window: their list, export and deletion, and the notification after a crash. */
import i18next from 'i18next';
import { create } from 'zustand';
import type { CrashHead } from '../../../contract/app/crash-reports.ts';
import { request, requestQuietly } from '../../bridge.ts';
import { hideNotification, notify } from '../../notifications.tsx';
import { closeAbout } from '../../state/window/about.ts';
import { confirm } from '../../state/window/confirmDialog.ts';

interface Crashes {
  readonly isOpen: boolean;
  /** Newest first; null until loaded. */
  readonly reports: readonly CrashHead[] | null;
}

export const useCrashes = create<Crashes>(() => ({ isOpen: false, reports: null }));

export async function loadCrashes(): Promise<void> {
  const reply = await requestQuietly('crashes.list');
  if (reply.ok) useCrashes.setState({ reports: reply.value });
}

export async function openCrashes(): Promise<void> {
  hideNotification('crash');
  closeAbout();
  await loadCrashes();
  useCrashes.setState({ isOpen: true });
}

export const closeCrashes = () => useCrashes.setState({ isOpen: false });

/** Notifies the user once after a crash. */
export async function reportCrash(): Promise<void> {
  const reply = await requestQuietly('crashes.news');
  if (!reply.ok || !reply.value) return;
  const action = { label: () => i18next.t('crashes.look'), go: () => void openCrashes() };
  notify({ tone: 'info', text: () => i18next.t('crashes.last') }, { action, about: 'crash', needsAnswer: true });
}

export async function exportCrashes(): Promise<void> {
  const reply = await request('crashes.export');
  if (!reply.ok || reply.value === null) return;
  const { value: name } = reply;
  notify({ tone: 'success', text: () => i18next.t('crashes.exported', { name }) });
}

export function deleteCrashes(): void {
  const count = useCrashes.getState().reports?.length ?? 0;
  confirm({
    title: i18next.t('crashes.deleteTitle'),
    text: i18next.t('crashes.deleteText', { count }),
    yes: i18next.t('actions.delete'),
    no: i18next.t('actions.keep'),
    onYes: () => void request('crashes.clear').then(loadCrashes),
  });
}
