/** The main window as the rest of the desktop sees it: one at a time, opened anew when it is needed and gone. */
import type { BrowserWindow } from 'electron';
import type { Events } from '../../../preload/channels.ts';

export interface MainWindow {
  /** Opens one when there is none. */
  current(): BrowserWindow;
  /** Null when there is none. */
  existing(): BrowserWindow | null;
  /** Does something with the one there is, and with each that is opened later. */
  onOpen(act: (window: BrowserWindow) => void): void;
  /** Brings it before the user. */
  show(): void;
  /** Tells the page something; nothing when there is no window. */
  send<N extends keyof Events>(name: N, event: Events[N]): void;
}

/** @param open makes a window and loads the page into it. */
export function createSingleWindow(open: () => BrowserWindow): MainWindow {
  let window: BrowserWindow | null = null;
  const acts: ((opened: BrowserWindow) => void)[] = [];
  const openNew = () => {
    const opened = open();
    for (const act of acts) act(opened);
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
    onOpen(act) {
      acts.push(act);
      const opened = existing();
      if (opened) act(opened);
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
