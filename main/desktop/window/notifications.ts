import { type BrowserWindow, Notification } from 'electron';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Message } from '../../../contract/messages/message.ts';

/** Shows a system notification, unless the window has the focus. */
export function notifyFinished(window: BrowserWindow | null, message: Message, onClick: () => void): void {
  if (window?.isFocused() || !Notification.isSupported()) return;
  const notification = new Notification({ title: 'Burnish', body: formatMessage(message), silent: true });
  notification.on('click', onClick);
  notification.show();
}
