/** Binds the handlers to the channels of the bridge. Only the window's own page in its main frame is answered. */
import { release } from 'node:os';
import { dirname, join } from 'node:path';
import { app, type BrowserWindow, ipcMain, shell } from 'electron';
import log from 'electron-log/node.js';
import type { LicenseId } from '../../contract/app/about.ts';
import type { BurnishApp } from '../app.ts';
import type { CrashReports } from '../crashes/crash-reports.ts';
import type { DesktopActions } from '../ipc/bridge/desktop-actions.ts';
import { openGrants } from '../ipc/bridge/path-grants.ts';
import { type IpcMainLike, registerHandlers } from '../ipc/bridge/register-handlers.ts';
import { createHandlers } from '../ipc/handlers.ts';
import { licenseSections } from '../licenses.ts';
import { versions } from './crash-reporter.ts';
import { isAppPage } from './protocols/page-origin.ts';
import { copyFiles, dragOut } from './system/drag-and-copy.ts';
import { createLoginItem } from './system/login-item.ts';
import type { Dialogs } from './window/dialogs.ts';

export interface HandlerContext {
  readonly burnish: BurnishApp;
  readonly dialogs: Dialogs;
  readonly logFolder: string;
  readonly window: () => BrowserWindow | null;
  readonly iconPath: string;
  readonly crashes: CrashReports;
  readonly actions: Pick<DesktopActions, 'startWork' | 'reportCloseState' | 'enableInMenu' | 'updates' | 'display'>;
}

export function bindHandlers({
  burnish,
  dialogs,
  logFolder,
  window,
  iconPath,
  crashes,
  actions,
}: HandlerContext): void {
  const door: IpcMainLike = {
    handle: (channel, listener) =>
      ipcMain.handle(channel, ({ senderFrame }, args) => {
        if (senderFrame === null || senderFrame !== window()?.webContents.mainFrame) return listener(null, args);
        // A reloaded page is another frame, so it cannot use grants of the page before.
        const sender = `${senderFrame.processId}:${senderFrame.frameToken}`;
        return listener(isAppPage(senderFrame.url) ? sender : null, args);
      }),
  };
  const desktop: DesktopActions = {
    ...dialogs,
    ...actions,
    logFolder,
    crashes,
    about: () => ({ version: app.getVersion(), runsOn: versions() }),
    license: readLicense,
    codeFolder: app.getAppPath(),
    login: createLoginItem(),
    reveal: (path) => shell.showItemInFolder(path),
    dragOut: (paths, picture) => {
      const page = window()?.webContents;
      if (page) dragOut(page, paths, picture, iconPath);
    },
    copyFiles,
    fullScreen: (isOn) => window()?.setFullScreen(isOn),
    diagnostics: async () => formatDiagnostics(burnish),
  };
  const grants = openGrants();
  registerHandlers(door, createHandlers({ core: burnish.core, desktop, grants }), grants, (name, error) =>
    log.error(`${name} failed`, error),
  );
}

function readLicense(id: LicenseId): Promise<string[]> {
  const program = dirname(process.execPath);
  return licenseSections(id, {
    root: app.getAppPath(),
    packaged: app.isPackaged ? process.resourcesPath : undefined,
    // Electron's files are next to the program, on macOS next to the app, and in our packages with the other licenses.
    electron: [program, join(program, '..', '..', '..'), join(process.resourcesPath, 'licences')],
  });
}

/** Facts for a bug report, without keys, addresses of results and names of photographs. */
function formatDiagnostics({ core }: BurnishApp): string {
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
