/** Takes back what was done last, or does it again, and says what that was. */
import i18next from 'i18next';
import { inWords } from '../../preload/in-words.ts';
import { ask, notify } from '../bridge.ts';

const isMac = navigator.platform.startsWith('Mac');
export const undoKeys = isMac ? '⌘Z' : 'Ctrl+Z';
export const pauseKeys = isMac ? '⇧⌘P' : 'Ctrl+Shift+P';

export async function undo(): Promise<void> {
  const reply = await ask('desk.undo');
  if (!reply.ok) return;
  const { t } = i18next;
  const text = reply.value === null ? t('undo.nothing') : t('undo.undone', { what: inWords(reply.value) });
  notify({ tone: 'info', text });
}

export async function redo(): Promise<void> {
  const reply = await ask('desk.redo');
  if (!reply.ok) return;
  const { t } = i18next;
  const text = reply.value === null ? t('undo.nothingToRedo') : t('undo.redone', { what: inWords(reply.value) });
  notify({ tone: 'info', text });
}
