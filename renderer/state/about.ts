/** The sheets about Burnish itself: what it is made of, and what crashed. */
import i18next from 'i18next';
import { create } from 'zustand';
import type { CrashHead } from '../../contract/app/crash-reports.ts';
import { hideNotification, notify, request, requestQuietly } from '../bridge.ts';
import { confirm } from './confirmDialog.ts';

interface AboutState {
  readonly open: 'about' | 'crashes' | null;
  /** The newest first; null until it was asked. */
  readonly reports: readonly CrashHead[] | null;
}

export const useAbout = create<AboutState>(() => ({ open: null, reports: null }));

export const openAbout = () => useAbout.setState({ open: 'about' });
export const closeAbout = () => useAbout.setState({ open: null });

export async function readCrashes(): Promise<void> {
  const reply = await requestQuietly('crashes.list');
  if (reply.ok) useAbout.setState({ reports: reply.value });
}

export async function openCrashes(): Promise<void> {
  hideNotification('crash');
  await readCrashes();
  useAbout.setState({ open: 'crashes' });
}

/** Puts facts for a report on the clipboard. */
export async function copyDiagnostics(): Promise<void> {
  const reply = await request('app.diagnostics');
  if (!reply.ok) return;
  await navigator.clipboard.writeText(reply.value);
  notify({ tone: 'success', text: () => i18next.t('notices.diagnosticsCopied') });
}

/** Once after a crash. */
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
  const count = useAbout.getState().reports?.length ?? 0;
  confirm({
    title: i18next.t('crashes.deleteTitle'),
    text: i18next.t('crashes.deleteText', { count }),
    yes: i18next.t('actions.delete'),
    no: i18next.t('actions.keep'),
    onYes: () => void request('crashes.clear').then(readCrashes),
  });
}
