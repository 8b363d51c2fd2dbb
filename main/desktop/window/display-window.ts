import { join } from 'node:path';
import { app, BrowserWindow, type Rectangle, screen } from 'electron';
import { type DisplayedPhotograph, type DisplayStatus, displayChannel } from '../../../contract/app/display-status.ts';
import type { DesktopActions } from '../../ipc/bridge/desktop-actions.ts';
import { displayPageUrl } from '../protocols/page-origin.ts';
import { findSecondDisplay } from './display-geometry.ts';
import { createWebPreferences, type MainWindow } from './main-window.ts';

/** The window on a second display. It only shows photographs; its page can request nothing. */
export type DisplayWindow = DesktopActions['display'];

/** @param onAvailability called when a display has been added or removed */
export function createDisplayWindow(main: MainWindow, onAvailability: () => void): DisplayWindow {
  let opened: { readonly window: BrowserWindow; readonly displayId: number } | null = null;
  let shown: DisplayedPhotograph | null = null;

  const findDisplay = () => {
    const mainWindow = main.existing();
    const home = mainWindow === null ? screen.getPrimaryDisplay() : screen.getDisplayMatching(mainWindow.getBounds());
    return findSecondDisplay(screen.getAllDisplays(), home.id);
  };
  const status = (): DisplayStatus => ({ isAvailable: findDisplay() !== null, isOpen: opened !== null });
  const report = () => main.send('display', status());
  const close = () => opened?.window.close();

  function open(): boolean {
    if (opened !== null) return true;
    const display = findDisplay();
    if (display === null) return false;
    shown = null;
    const window = openOn(display.bounds);
    opened = { window, displayId: display.id };
    window.webContents
      .on('did-finish-load', () => window.webContents.send(displayChannel, shown))
      .on('render-process-gone', close);
    window.on('closed', () => {
      opened = null;
      report();
    });
    report();
    return true;
  }

  const onDisplays = () => {
    onAvailability();
    report();
  };
  screen.on('display-added', onDisplays);
  screen.on('display-removed', (_, { id }) => {
    if (id === opened?.displayId) close();
    onDisplays();
  });
  main.onOpen((window) => {
    // Only the main page sends photographs to show.
    window.on('closed', close);
    window.webContents.on('did-navigate', close).on('render-process-gone', close);
  });
  return {
    status,
    open,
    show(photograph) {
      shown = photograph;
      opened?.window.webContents.send(displayChannel, photograph);
    },
    close,
  };
}

function openOn(bounds: Rectangle): BrowserWindow {
  const window = new BrowserWindow({
    ...bounds,
    show: false,
    frame: false,
    fullscreen: true,
    // On macOS, a full-screen space would hide the main window.
    simpleFullscreen: true,
    title: 'Burnish',
    backgroundColor: '#191919',
    webPreferences: createWebPreferences(join(app.getAppPath(), 'out', 'preload', 'display.cjs')),
  });
  window.removeMenu();
  window.webContents.on('will-frame-navigate', (event) => event.preventDefault());
  window.webContents.on('before-input-event', (_, { type, key }) => {
    if (type === 'keyDown' && key === 'Escape') window.close();
  });
  // The main window keeps the keyboard focus.
  window.once('ready-to-show', () => window.showInactive());
  void window.loadURL(displayPageUrl);
  return window;
}
