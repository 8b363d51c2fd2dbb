/**
 * The desktop app from start to end: the window with its page first, and once that has been painted, all that is behind it.
 * Started hidden, it has a tray, and no window until one is asked for.
 */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { app, type BrowserWindow, ipcMain } from 'electron';
import { paintedChannel, readyChannel } from '../../preload/start-channels.ts';
import { ignoreBrokenPipe } from '../cli/output/stdout-errors.ts';
import { listenForStop } from '../cli/session/stop-signals.ts';
import type { CrashReports } from '../crashes/crash-reports.ts';
import type { AppRuntime } from './app-runtime.ts';
import { openWindow } from './create-window.ts';
import { hardenWebContents } from './harden-web-contents.ts';
import { hiddenSwitch, startsHidden } from './hidden-start.ts';
import { servePictures } from './image-protocol.ts';
import { createSingleWindow } from './main-window.ts';
import { servePage } from './page-origin.ts';
import { openSavedLook } from './saved-look.ts';

/** The folder of the checkout, or of the packaged app; this file is out/main/main/desktop/run.js there. */
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** @param dataDir absolute; holds everything Burnish keeps. */
export async function runDesktop(dataDir: string, crashes: CrashReports): Promise<void> {
  performance.mark('entry');
  await app.whenReady();
  performance.mark('ready');
  quitOnStopSignals();
  await hardenWebContents();
  performance.mark('confined');
  const look = openSavedLook(dataDir);
  servePage(join(root, 'out', 'renderer'), look);
  // The page's requests wait for this, pictures too: what answers them is not loaded yet.
  const appRuntime = Promise.withResolvers<AppRuntime>();
  ipcMain.handle(readyChannel, async () => void (await appRuntime.promise));
  servePictures(async (url) => (await appRuntime.promise).picture(url));
  const icon = join(root, 'assets', 'icons', 'icon.png');
  const window = createSingleWindow(() => openWindow(join(root, 'out', 'preload', 'index.cjs'), dataDir, icon));
  app.on('second-instance', (_event, argv) => {
    if (!argv.includes(hiddenSwitch)) window.show();
  });
  app.on('activate', window.show);
  if (!startsHidden()) {
    const first = window.current();
    performance.mark('window');
    await painted(first);
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

/**
 * Quits in order on the signals that end a command. Chromium's own handlers, which it installs before the app is ready,
 * would end the app at once at the second SIGHUP of a terminal that closes.
 */
function quitOnStopSignals(): void {
  ignoreBrokenPipe();
  listenForStop().interrupted.addEventListener('abort', () => app.quit());
}

/** How long (ms) a page that has been loaded may take until it is painted: where none is, work goes on all the same. */
const paintsWithin = 1000;

/** Resolves when the page has been painted for the first time, or will not be any more. */
function painted(window: BrowserWindow): Promise<void> {
  return new Promise((resolve) => {
    // The main thread has a part in each frame, so that what it does now the first paint would wait for.
    ipcMain.once(paintedChannel, () => resolve());
    window.once('closed', resolve);
    window.webContents
      .once('did-stop-loading', () => setTimeout(resolve, paintsWithin))
      .once('did-fail-load', () => resolve())
      .once('render-process-gone', () => resolve());
  });
}
