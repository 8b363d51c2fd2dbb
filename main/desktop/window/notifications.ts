/** One system notification when a batch has come to its end and nobody is looking. */
import { type BrowserWindow, Notification } from 'electron';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Message } from '../../../contract/messages/message.ts';

/** @param message one sentence, e.g. "412 photographs are finished, 3 failed." */
export function notifyFinished(window: BrowserWindow | null, message: Message, onClick: () => void): void {
  if (window?.isFocused() || !Notification.isSupported()) return;
  const notification = new Notification({ title: 'Burnish', body: formatMessage(message), silent: true });
  notification.on('click', onClick);
  notification.show();
}
