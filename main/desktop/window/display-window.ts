/** The window on a second display: it only shows photographs, and its page can request nothing. */
import { join } from 'node:path';
import { app, BrowserWindow, type Rectangle, screen } from 'electron';
import { type DisplayedPhotograph, type DisplayStatus, displayChannel } from '../../../contract/app/display-status.ts';
import type { DesktopActions } from '../../ipc/bridge/desktop-actions.ts';
import { displayPageUrl } from '../protocols/page-origin.ts';
import { createWebPreferences } from './create-window.ts';
import type { MainWindow } from './main-window.ts';
import { findSecondDisplay } from './second-display.ts';

/** @param onAvailability called if a second display comes or goes */
export function createDisplayWindow(main: MainWindow, onAvailability: () => void): DesktopActions['display'] {
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
    // Without its page, nothing would be shown any more.
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
    // Not a space of its own on macOS, which would take the main window away.
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
  // The keys stay with the main window.
  window.once('ready-to-show', () => window.showInactive());
  void window.loadURL(displayPageUrl);
  return window;
}
