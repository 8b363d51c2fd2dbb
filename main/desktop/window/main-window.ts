import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen, type WebPreferences } from 'electron';
import type { Events } from '../../../preload/channels.ts';
import { pageSession, pageUrl } from '../protocols/page-origin.ts';
import { isOnWorkArea, type Placement, parsePlacement } from './display-geometry.ts';

/** The main window. At most one exists at a time; it is opened again when it is needed. */
export interface MainWindow {
  /** Opens the window if none exists. */
  current(): BrowserWindow;
  existing(): BrowserWindow | null;
  /** Calls `listener` for the current and each later window. */
  onOpen(listener: (window: BrowserWindow) => void): void;
  /** Brings the window to the front. */
  show(): void;
  /** Has no effect without a window. */
  send<N extends keyof Events>(name: N, event: Events[N]): void;
}

export function createSingleWindow(open: () => BrowserWindow): MainWindow {
  let window: BrowserWindow | null = null;
  const listeners: ((opened: BrowserWindow) => void)[] = [];
  const openNew = () => {
    const opened = open();
    for (const listener of listeners) listener(opened);
    return opened;
  };
  const existing = () => (window?.isDestroyed() ? null : window);
  const current = () => {
    window = existing() ?? openNew();
    return window;
  };
  return {
    current,
    existing,
    onOpen(listener) {
      listeners.push(listener);
      const opened = existing();
      if (opened) listener(opened);
    },
    show() {
      const shown = current();
      if (shown.isMinimized()) shown.restore();
      shown.show();
      shown.focus();
    },
    send: (name, event) => existing()?.webContents.send(name, event),
  };
}

/**
 * Opens a window with the main page at its former placement.
 * @param preload absolute path of the built bridge
 */
export function openWindow(preload: string, dataDir: string, iconPath: string): BrowserWindow {
  const file = join(dataDir, 'window.json');
  const saved = readPlacement(file);
  const window = new BrowserWindow({
    width: saved?.width ?? 1360,
    height: saved?.height ?? 860,
    ...(saved ? { x: saved.x, y: saved.y } : {}),
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Burnish',
    icon: iconPath,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1e1e1e' : '#f4f4f4',
    webPreferences: createWebPreferences(preload),
  });
  if (saved?.maximized) window.maximize();
  savePlacementOnClose(window, file);
  window.once('ready-to-show', () => window.show());
  void window.loadURL(pageUrl);
  return window;
}

export const createWebPreferences = (preload: string): WebPreferences => ({
  preload,
  session: pageSession(),
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  navigateOnDragDrop: false,
  webviewTag: false,
  spellcheck: false,
  // Caches compiled code at the first start instead of the third.
  v8CacheOptions: 'bypassHeatCheck',
  disableDialogs: true,
  // Files come from Burnish's own dialogs and from drops.
  disableBlinkFeatures: 'FileSystemAccessLocal',
  devTools: !app.isPackaged,
});

/** Returns null if the window would not be visible there. */
function readPlacement(file: string): Placement | null {
  try {
    const saved = parsePlacement(readFileSync(file, 'utf8'));
    return saved !== null && isOnWorkArea(saved, screen.getDisplayMatching(saved).workArea) ? saved : null;
  } catch {
    return null;
  }
}

function savePlacementOnClose(window: BrowserWindow, file: string): void {
  window.on('close', () => {
    try {
      writeFileSync(file, JSON.stringify({ ...window.getNormalBounds(), maximized: window.isMaximized() }));
    } catch {
      // The next window opens at the default placement.
    }
  });
}
