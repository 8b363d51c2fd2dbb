/** The tray icon, which keeps watch folders alive while the window is closed. */
import { Menu, nativeImage, Tray } from 'electron';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';

export interface TrayActions {
  show(): void;
  setPaused(paused: boolean): void;
  quit(): void;
}

/** Some desktops have no tray: then there is none, and closing the window quits. */
export function openTray(
  iconPath: string,
  actions: TrayActions,
): { update(messages: readonly MessageDescriptor[], paused: boolean): void; close(): void } | null {
  try {
    const tray = new Tray(nativeImage.createFromPath(iconPath).resize({ width: 18, height: 18 }));
    tray.on('click', actions.show);
    let shown = '';
    return {
      update: (pieces, paused) => {
        const statusText = pieces.map((each) => formatMessage(each)).join(' · ');
        // A menu that is open closes when it is replaced.
        if (shown === `${statusText} ${paused}`) return;
        shown = `${statusText} ${paused}`;
        tray.setToolTip(formatMessage(msg('desktop.tray.tip', { standing: statusText })));
        tray.setContextMenu(
          Menu.buildFromTemplate([
            { label: statusText, enabled: false },
            { type: 'separator' },
            { label: formatMessage(msg('desktop.tray.open')), click: actions.show },
            {
              label: formatMessage(msg(paused ? 'desktop.tray.resume' : 'desktop.tray.pause')),
              click: () => actions.setPaused(!paused),
            },
            { type: 'separator' },
            { label: formatMessage(msg('desktop.tray.quit')), click: actions.quit },
          ]),
        );
      },
      close: () => tray.destroy(),
    };
  } catch {
    return null;
  }
}
