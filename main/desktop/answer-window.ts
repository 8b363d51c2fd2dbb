/** Puts the handlers behind the bridge's channels: only the window's own page in its main frame is answered. */
import { existsSync } from 'node:fs';
import { release } from 'node:os';
import { app, type BrowserWindow, ipcMain, shell } from 'electron';
import log from 'electron-log/main.js';
import type { BurnishApp } from '../app.ts';
import type { Desktop } from '../ipc/core.ts';
import { createHandlers } from '../ipc/handlers.ts';
import { type Door, register } from '../ipc/register.ts';
import type { Dialogs } from './dialogs.ts';
import { isOwnPage } from './page.ts';

export function answerWindow(
  burnish: BurnishApp,
  dialogs: Dialogs,
  logFolder: string,
  window: () => BrowserWindow | null,
): void {
  const door: Door = {
    handle: (channel, listener) =>
      ipcMain.handle(channel, ({ senderFrame }, args) => {
        const isMainFrame = senderFrame !== null && senderFrame === window()?.webContents.mainFrame;
        return listener(isMainFrame && isOwnPage(senderFrame.url), args);
      }),
  };
  const desktop: Desktop = {
    ...dialogs,
    logFolder,
    reveal: (path) => shell.showItemInFolder(path),
    open: async (path) => {
      if (!existsSync(path)) return `There is nothing at ${path} any more.`;
      return (await shell.openPath(path)) === '' ? null : `${path} could not be opened.`;
    },
    diagnostics: async () => diagnostics(burnish),
  };
  register(door, createHandlers(burnish.core, desktop), (name, fault) => log.error(`${name} failed`, fault));
}

/** Facts for a bug report; holds no key, no address of a result and no name of a photograph. */
function diagnostics({ core }: BurnishApp): string {
  const { store, live } = core;
  return [
    `Burnish ${app.getVersion()}, Electron ${process.versions.electron}, Node ${process.versions.node}`,
    `${process.platform} ${process.arch} ${release()}, locale ${app.getLocale()}`,
    `Data folder: ${store.folder}`,
    `Jobs: ${JSON.stringify(store.views.counts())}`,
    `Recipes: ${store.recipes.list().length}, watch folders: ${store.folders.list().length}`,
    `Engine: ${live.engine().condition}`,
    ...live.profiles().map(({ id, condition, key }) => `Service ${id}: ${condition}, key: ${key}`),
  ].join('\n');
}
