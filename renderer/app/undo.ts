/** Takes back what was done last, or does it again, and says what that was. */
import i18next from 'i18next';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { request } from '../bridge.ts';
import { notify } from '../notifications.tsx';
import { refreshAfterRemoval } from '../state/review/photographList.ts';
import { useUi } from '../state/window/navigation.ts';

async function requestAndNotify(
  channel: 'lists.undo' | 'lists.redo',
  done: 'undo.undone' | 'undo.redone',
  none: 'undo.nothing' | 'undo.nothingToRedo',
) {
  const reply = await request(channel);
  if (!reply.ok) return;
  const { t } = i18next;
  const text = () => (reply.value === null ? t(none) : t(done, { what: formatMessage(reply.value) }));
  notify({ tone: 'info', text }, { about: 'undo' });
  // What is listed may be more or less now.
  if (useUi.getState().screen === 'review') await refreshAfterRemoval();
}

export const undo = () => requestAndNotify('lists.undo', 'undo.undone', 'undo.nothing');
export const redo = () => requestAndNotify('lists.redo', 'undo.redone', 'undo.nothingToRedo');
