/** The tray icon, which keeps watch folders alive while the window is closed. */
import { Menu, nativeImage, Tray } from 'electron';

export interface TrayActions {
  show(): void;
  setPaused(paused: boolean): void;
  quit(): void;
}

/** Some desktops have no tray: then there is none, and closing the window quits. */
export function openTray(
  iconPath: string,
  actions: TrayActions,
): { update(text: string, paused: boolean): void; close(): void } | null {
  try {
    const tray = new Tray(nativeImage.createFromPath(iconPath).resize({ width: 18, height: 18 }));
    tray.on('click', actions.show);
    return {
      update: (text, paused) => {
        tray.setToolTip(`Burnish: ${text}`);
        tray.setContextMenu(
          Menu.buildFromTemplate([
            { label: text, enabled: false },
            { type: 'separator' },
            { label: 'Open Burnish', click: actions.show },
            { label: paused ? 'Go on' : 'Pause', click: () => actions.setPaused(!paused) },
            { type: 'separator' },
            { label: 'Quit', click: actions.quit },
          ]),
        );
      },
      close: () => tray.destroy(),
    };
  } catch {
    return null;
  }
}
