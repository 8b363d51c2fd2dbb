import { Menu, nativeImage, Tray } from 'electron';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { type TrayAction, trayMenu } from './menu-items.ts';
import { toMenuTemplate } from './menu-template.ts';

export interface TrayIcon {
  update(status: readonly MessageDescriptor[], isPaused: boolean): void;
  close(): void;
}

/**
 * Shows the tray icon, which keeps watch folders alive while the window is closed. Returns null if the desktop has no
 * tray; then closing the window quits.
 */
export function openTray(iconPath: string, onChoose: (action: TrayAction) => void): TrayIcon | null {
  try {
    const tray = new Tray(nativeImage.createFromPath(iconPath).resize({ width: 18, height: 18 }));
    tray.on('click', () => onChoose('show'));
    let shown = '';
    return {
      update(status, isPaused) {
        const statusText = status.map((each) => formatMessage(each)).join(' · ');
        // An open menu closes when it is replaced.
        if (shown === `${statusText} ${isPaused}`) return;
        shown = `${statusText} ${isPaused}`;
        tray.setToolTip(formatMessage(msg('desktop.tray.tip', { standing: statusText })));
        const template = toMenuTemplate(trayMenu(statusText), {
          targets: [isPaused ? 'paused' : 'running'],
          onChoose,
        });
        tray.setContextMenu(Menu.buildFromTemplate(template));
      },
      close: () => tray.destroy(),
    };
  } catch {
    return null;
  }
}
