/** The desktop app from start to end: builds the app's parts, opens the window, and ties the two together. */
import { existsSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { app, type BrowserWindow, ipcMain, protocol, shell } from 'electron';
import log from 'electron-log/main.js';
import { type Changes, type Events, imageScheme } from '../../preload/contract/channels.ts';
import { type BurnishApp, createApp } from '../app.ts';
import { createHandlers } from '../ipc/handlers.ts';
import { picture } from '../ipc/pictures.ts';
import { startPush } from '../ipc/push.ts';
import { register } from '../ipc/register.ts';
import { resources } from '../resources.ts';
import { openDialogs } from './dialogs.ts';
import { launchEngine } from './engine-process.ts';
import { openKeyStore } from './key-store.ts';
import { setMenu } from './menu.ts';
import { notifyFinished } from './notifications.ts';
import { isOwnPage, servePage } from './page.ts';
import { showStartFailure } from './start-failure.ts';
import { openTray } from './tray.ts';
import { lookForUpdates } from './updates.ts';
import { openWindow, refusePermissions } from './window.ts';

/** Built files: this one is out/main/main/desktop/run.js. */
const out = join(import.meta.dirname, '..', '..', '..');

export async function runDesktop(dataDir: string): Promise<void> {
  const logFolder = join(dataDir, 'logs');
  log.transports.file.resolvePathFn = () => join(logFolder, 'burnish.log');
  log.transports.console.level = app.isPackaged ? false : 'warn';
  log.errorHandler.startCatching({ showDialog: false });
  const files = resources(app.isPackaged ? process.resourcesPath : undefined);

  await app.whenReady();
  refusePermissions();
  servePage(join(out, 'renderer'));

  let burnish: BurnishApp;
  try {
    burnish = await createApp({
      dataDir,
      samples: files.samples,
      version: app.getVersion(),
      who: 'the window of Burnish',
      picturesFolder: app.getPath('pictures'),
      keys: (settings) => openKeyStore(dataDir, () => settings().plainKeyFile),
      launchEngine: () =>
        launchEngine(files.engineEntry, ['--data', join(dataDir, 'engine'), '--models', files.models], (line) =>
          log.info(`engine: ${line}`),
        ),
      log: { info: (text) => log.info(text), warn: (text) => log.warn(text) },
    });
  } catch (fault) {
    log.error(fault);
    showStartFailure(fault);
    app.exit(1);
    return;
  }

  let window: BrowserWindow | null = null;
  let quitting = false;
  const send = <N extends keyof Events>(name: N, event: Events[N]) => {
    if (window && !window.isDestroyed()) window.webContents.send(name, event);
  };
  const show = () => {
    if (!window || window.isDestroyed()) window = open();
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  const tray = openTray(files.icon, {
    show,
    setPaused: (paused) => burnish.core.store.settings.save({ paused }),
    quit: () => app.quit(),
  });

  const open = () => {
    const opened = openWindow(join(out, 'preload', 'index.cjs'), dataDir, files.icon);
    opened.on('close', (event) => {
      if (quitting || !tray || !burnish.core.store.settings.read().keepInTray) return;
      event.preventDefault();
      opened.hide();
    });
    return opened;
  };

  const dialogs = openDialogs(() => window ?? open());
  register(
    {
      handle: (channel, listener) =>
        ipcMain.handle(channel, ({ senderFrame }, args) => {
          const isMainFrame = senderFrame !== null && senderFrame === window?.webContents.mainFrame;
          return listener(isMainFrame && isOwnPage(senderFrame.url), args);
        }),
    },
    createHandlers(burnish.core, {
      ...dialogs,
      reveal: (path) => shell.showItemInFolder(path),
      open: async (path) => {
        if (!existsSync(path)) return `There is nothing at ${path} any more.`;
        return (await shell.openPath(path)) === '' ? null : `${path} could not be opened.`;
      },
      logFolder,
      diagnostics: async () => diagnostics(burnish, dataDir),
    }),
    (name, fault) => log.error(`${name} failed`, fault),
  );

  protocol.handle(imageScheme, async (request) => {
    const found = await picture(request.url, burnish.pictures);
    if (found === null) return new Response(null, { status: 404 });
    return new Response(new Uint8Array(found.bytes), {
      headers: { 'content-type': found.mime, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
    });
  });

  const push = startPush({
    store: burnish.core.store,
    live: burnish.core.live,
    send: (changes: Changes) => {
      send('changes', changes);
      if (changes.throughput || changes.settings)
        tray?.update(burnish.inWords(), burnish.core.store.settings.read().paused);
    },
  });
  burnish.onLive(push.live);
  burnish.onNotice((notice) => send('notice', notice));
  burnish.onDrained((text) => {
    if (burnish.core.store.settings.read().notifications) notifyFinished(window, text, show);
  });

  setMenu({
    navigate: (screen) => {
      show();
      send('navigate', { screen });
    },
    open: async () => {
      const paths = await dialogs.chooseImages();
      if (paths.length > 0) await burnish.core.add(paths, burnish.core.store.settings.read().defaultRecipeId);
    },
    logFolder,
  });

  app.on('second-instance', show);
  app.on('activate', show);
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (quitting) return;
    quitting = true;
    event.preventDefault();
    push.stop();
    tray?.close();
    burnish.stop().then(
      () => app.quit(),
      (fault) => {
        log.error('Stopping failed', fault);
        app.exit(1);
      },
    );
  });

  window = open();
  burnish.start();
  tray?.update(burnish.inWords(), burnish.core.store.settings.read().paused);
  lookForUpdates({ info: (text) => log.info(text), warn: (text) => log.warn(text) }, (version) =>
    send('notice', { tone: 'info', text: `Burnish ${version} is ready. It will be installed when you quit.` }),
  );
}

/** Facts for a bug report; holds no key, no address of a result and no name of a photograph. */
function diagnostics(burnish: BurnishApp, dataDir: string): string {
  const { store, live } = burnish.core;
  return [
    `Burnish ${app.getVersion()}, Electron ${process.versions.electron}, Node ${process.versions.node}`,
    `${process.platform} ${process.arch} ${release()}, locale ${app.getLocale()}`,
    `Data folder: ${dataDir}`,
    `Jobs: ${JSON.stringify(store.views.counts())}`,
    `Recipes: ${store.recipes.list().length}, watch folders: ${store.folders.list().length}`,
    `Engine: ${live.engine().condition}`,
    ...live.profiles().map(({ id, condition, key }) => `Service ${id}: ${condition}, key: ${key}`),
  ].join('\n');
}
