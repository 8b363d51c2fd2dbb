/** The About sheet, and diagnostics for a bug report. */
import i18next from 'i18next';
import { create } from 'zustand';
import { request } from '../../bridge.ts';
import { notify } from '../../notifications.tsx';

export const useAbout = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

export const openAbout = () => useAbout.setState({ isOpen: true });
export const closeAbout = () => useAbout.setState({ isOpen: false });

export async function copyDiagnostics(): Promise<void> {
  const reply = await request('app.diagnostics');
  if (!reply.ok) return;
  await navigator.clipboard.writeText(reply.value);
  notify({ tone: 'success', text: () => i18next.t('notices.diagnosticsCopied') });
}
