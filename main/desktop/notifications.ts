/** One system notification when a batch has come to its end and nobody is looking. */
import { type BrowserWindow, Notification } from 'electron';

/** @param text one sentence, e.g. "412 photographs are finished, 3 failed." */
export function notifyFinished(window: BrowserWindow | null, text: string, onClick: () => void): void {
  if (window?.isFocused() || !Notification.isSupported()) return;
  const notification = new Notification({ title: 'Burnish', body: text, silent: true });
  notification.on('click', onClick);
  notification.show();
}
