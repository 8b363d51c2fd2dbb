import { app } from 'electron';
import log from 'electron-log/node.js';
import type { BurnishApp } from '../app.ts';
import { openTray, type TrayIcon } from './menu/tray.ts';
import { monitorPower } from './system/power-monitor.ts';
import type { MainWindow } from './window/main-window.ts';

export interface BackgroundOptions {
  readonly burnish: BurnishApp;
  readonly window: MainWindow;
  readonly iconPath: string;
  readonly isEnding: () => boolean;
  readonly onStart: () => void;
}

/** Work that no window waits for. */
export interface Background {
  /** Null before the start, and on a desktop without a tray. */
  readonly tray: TrayIcon | null;
  /** Starts the queue, its tray icon and the power monitor. Later calls have no effect. */
  start(): void;
  stop(): void;
}

export function createBackground({ burnish, window, iconPath, isEnding, onStart }: BackgroundOptions): Background {
  const { settings } = burnish.core.store;
  let tray: TrayIcon | null = null;
  let power: ReturnType<typeof monitorPower> | null = null;
  const trayActions = {
    show: window.show,
    pause: () => settings.save({ paused: true }),
    resume: () => settings.save({ paused: false }),
    quit: () => app.quit(),
  };
  return {
    get tray() {
      return tray;
    },
    start() {
      if (power !== null || isEnding()) return;
      power = monitorPower({
        burnish,
        isEnding,
        log,
        notifyUser: (text) => window.send('notice', { tone: 'warning', text }),
      });
      tray = openTray(iconPath, (action) => trayActions[action]());
      burnish.start();
      onStart();
    },
    stop() {
      power?.stop();
      tray?.close();
    },
  };
}
