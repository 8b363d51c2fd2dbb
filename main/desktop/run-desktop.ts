/** The start of the desktop app: first the window with its page, and after its first paint everything else. */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { app, type BrowserWindow, ipcMain } from 'electron';
import { paintedChannel, readyChannel } from '../../preload/start-channels.ts';
import { ignoreBrokenPipe } from '../cli/output/stdout-errors.ts';
import { listenForStop } from '../cli/session/stop-signals.ts';
import type { CrashReports } from '../crashes/crash-reports.ts';
import type { AppRuntime } from './app-runtime.ts';
import { servePictures } from './protocols/image-protocol.ts';
import { servePage } from './protocols/page-origin.ts';
import { hiddenSwitch, isHiddenStart } from './system/hidden-start.ts';
import { hardenWebContents } from './window/harden-web-contents.ts';
import { createSingleWindow, openWindow } from './window/main-window.ts';
import { openSavedLook } from './window/saved-look.ts';

/** The folder of the checkout or packaged app. It contains this file as out/main/main/desktop/run-desktop.js. */
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** @param dataDir absolute; holds everything Burnish stores */
export async function runDesktop(dataDir: string, crashes: CrashReports): Promise<void> {
  performance.mark('entry');
  await app.whenReady();
  performance.mark('ready');
  quitOnStopSignals();
  await hardenWebContents();
  performance.mark('confined');
  const look = openSavedLook(dataDir);
  servePage(join(root, 'out', 'renderer'), look);
  // The page's requests wait until their handlers are loaded.
  const appRuntime = Promise.withResolvers<AppRuntime>();
  ipcMain.handle(readyChannel, async () => void (await appRuntime.promise));
  servePictures(async (url) => (await appRuntime.promise).findPicture(url));
  const iconPath = join(root, 'assets', 'icons', 'icon.png');
  const window = createSingleWindow(() => openWindow(join(root, 'out', 'preload', 'index.cjs'), dataDir, iconPath));
  app.on('second-instance', (_event, argv) => {
    if (!argv.includes(hiddenSwitch)) window.show();
  });
  app.on('activate', window.show);
  if (!isHiddenStart()) {
    const first = window.current();
    performance.mark('window');
    await waitForPaint(first);
    performance.mark('painted');
  }
  const { startAppRuntime } = await importAppRuntime();
  performance.mark('imported');
  const opened = await startAppRuntime(window, dataDir, crashes, look);
  if (opened !== null) appRuntime.resolve(opened);
  performance.mark('opened');
}

/** Imports the app in parts, because the page gets its files from the main thread too. */
async function importAppRuntime() {
  for (const load of [
    () => import('../../contract/app/settings.ts'),
    () => import('../store/index.ts'),
    () => import('../service/services.ts'),
  ]) {
    await load();
    await setImmediate();
  }
  return import('./app-runtime.ts');
}

/** Replaces Chromium's handlers of signals, which kill the app on the second SIGHUP of a closing terminal. */
function quitOnStopSignals(): void {
  ignoreBrokenPipe();
  listenForStop().interrupted.addEventListener('abort', () => app.quit());
}

const paintTimeoutMs = 1000;

/** Resolves after the first paint, at the latest `paintTimeoutMs` after loading. */
function waitForPaint(window: BrowserWindow): Promise<void> {
  return new Promise((resolve) => {
    // Other work of the main thread would delay the paint.
    ipcMain.once(paintedChannel, () => resolve());
    window.once('closed', resolve);
    window.webContents
      .once('did-stop-loading', () => setTimeout(resolve, paintTimeoutMs))
      .once('did-fail-load', () => resolve())
      .once('render-process-gone', () => resolve());
  });
}
