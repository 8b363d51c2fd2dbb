/** Puts the handlers behind the bridge's channels: only the window's own page in its main frame is answered. */
import { release } from 'node:os';
import { app, type BrowserWindow, ipcMain, shell } from 'electron';
import log from 'electron-log/node.js';
import type { BurnishApp } from '../app.ts';
import type { CrashReports } from '../crashes/crash-reports.ts';
import type { DesktopActions } from '../ipc/bridge/desktop-actions.ts';
import { openGrants } from '../ipc/bridge/path-grants.ts';
import { type IpcMainLike, registerHandlers } from '../ipc/bridge/register-handlers.ts';
import { createHandlers } from '../ipc/handlers.ts';
import { about, readLicense } from './about-info.ts';
import { versions } from './crash-reporter.ts';
import { isAppPage } from './protocols/page-origin.ts';
import { copyFiles, dragOut } from './system/drag-and-copy.ts';
import { createLoginItem } from './system/login-item.ts';
import type { Dialogs } from './window/dialogs.ts';

export function bindHandlers(
  burnish: BurnishApp,
  dialogs: Dialogs,
  logFolder: string,
  window: () => BrowserWindow | null,
  actions: Pick<DesktopActions, 'startWork' | 'reportCloseState' | 'enableInMenu' | 'updates' | 'display'>,
  icon: string,
  crashes: CrashReports,
): void {
  const door: IpcMainLike = {
    handle: (channel, listener) =>
      ipcMain.handle(channel, ({ senderFrame }, args) => {
        if (senderFrame === null || senderFrame !== window()?.webContents.mainFrame) return listener(null, args);
        // A page that is loaded anew is another frame: what was granted to the one before is of no use to it.
        const sender = `${senderFrame.processId}:${senderFrame.frameToken}`;
        return listener(isAppPage(senderFrame.url) ? sender : null, args);
      }),
  };
  const desktop: DesktopActions = {
    ...dialogs,
    ...actions,
    ...{ logFolder, about, license: readLicense, crashes },
    codeFolder: app.getAppPath(),
    login: createLoginItem(),
    reveal: (path) => shell.showItemInFolder(path),
    dragOut: (paths, picture) => {
      const page = window()?.webContents;
      if (page) dragOut(page, paths, picture, icon);
    },
    copyFiles,
    fullScreen: (isOn) => window()?.setFullScreen(isOn),
    diagnostics: async () => diagnostics(burnish),
  };
  const grants = openGrants();
  registerHandlers(door, createHandlers({ core: burnish.core, desktop, grants }), grants, (name, fault) =>
    log.error(`${name} failed`, fault),
  );
}

/** Facts for a bug report; holds no key, no address of a result and no name of a photograph. */
function diagnostics({ core }: BurnishApp): string {
  const { store, live } = core;
  return [
    `Burnish ${app.getVersion()}, ${versions()}`,
    `${process.platform} ${process.arch} ${release()}, locale ${app.getLocale()}`,
    `Data folder: ${store.folder}`,
    `Jobs: ${JSON.stringify(store.views.counts())}`,
    `Recipes: ${store.recipes.list().length}, watch folders: ${store.folders.list().length}`,
    `Engine: ${live.engine().condition}`,
    ...live.profiles().map(({ id, condition, key }) => `Service ${id}: ${condition}, key: ${key}`),
  ].join('\n');
}
