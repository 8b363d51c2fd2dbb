/** The part of the desktop app that loads after the first paint. */
import { join } from 'node:path';
import { app, safeStorage, session, shell } from 'electron';
import log from 'electron-log/node.js';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { readingOf } from '../../contract/messages/language.ts';
import { setReading } from '../../contract/messages/translator.ts';
import { type BurnishApp, createApp } from '../app.ts';
import { otherCatalog, type Resources, resources } from '../bundled-resources.ts';
import { escapeTerminalLog } from '../cli/output/terminal-text.ts';
import type { CrashReports } from '../crashes/crash-reports.ts';
import { networksFolderIn } from '../default-data-dir.ts';
import { serveImage } from '../ipc/serve-image.ts';
import { type EngineChild, graphicsArguments } from '../service/engine/engine-host.ts';
import { openKeyFile } from '../service/keys/key-file.ts';
import { type KeyStore, originOf } from '../service/keys/key-store.ts';
import { queueHolders, type Store } from '../store/index.ts';
import { reportEngineCrash } from './crash-reporter.ts';
import { DesktopSession } from './desktop-session.ts';
import type { FindPicture } from './protocols/image-protocol.ts';
import { launchEngine } from './system/engine-process.ts';
import { showFatalError, showStartFailure } from './window/dialogs.ts';
import type { MainWindow } from './window/main-window.ts';
import type { SavedLook } from './window/saved-look.ts';

export interface AppRuntime {
  readonly findPicture: FindPicture;
}

/**
 * Opens the app and handles the window's requests. If that fails, shows the reason and exits.
 * @param dataDir absolute
 */
export async function startAppRuntime(
  window: MainWindow,
  dataDir: string,
  crashes: CrashReports,
  look: SavedLook,
): Promise<AppRuntime | null> {
  const logFolder = join(dataDir, 'logs');
  configureLog(logFolder, crashes);
  crashes.recordPreviousCrash();

  const files = resources(app.isPackaged ? process.resourcesPath : undefined);
  const languages = app.getPreferredSystemLanguages();
  try {
    // Messages of a failed start appear before the settings can be read.
    await setReading(readingOf(languages));
    const burnish = await openApp(dataDir, files, languages, crashes);
    look.follow(burnish.core.store);
    await setReading(readingOf(languages, burnish.core.store.settings.read().language));
    new DesktopSession({ burnish, window, files, logFolder, languages, crashes }).start();
    return { findPicture: (url) => serveImage(url, burnish.pictures) };
  } catch (error) {
    log.error(error);
    window.existing()?.hide();
    showStartFailure(error);
    app.exit(1);
    return null;
  }
}

/** Configures the logger for plain Node, because the one for Electron opens a channel that any page could log to. */
function configureLog(folder: string, crashes: CrashReports): void {
  log.transports.file.resolvePathFn = () => join(folder, 'burnish.log');
  log.transports.console.level = app.isPackaged ? false : 'warn';
  // Must be first, before styles are added: log lines quote file names and messages of services.
  log.transports.console.transforms.unshift(({ data }) => data.map(escapeTerminalLog));
  log.errorHandler.startCatching({ showDialog: false });
  process.on('unhandledRejection', (error) => crashes.record('fault', error));
}

/** Opens the app with the abilities that only Electron has. */
function openApp(
  dataDir: string,
  files: Resources,
  languages: readonly string[],
  crashes: CrashReports,
): Promise<BurnishApp> {
  return createApp({
    dataDir,
    models: files.models,
    samples: files.samples,
    galleryParts: files.gallery,
    version: app.getVersion(),
    languages,
    who: queueHolders.window,
    showsServices: true,
    picturesFolder: app.getPath('pictures'),
    keys: (store) => openSystemKeyStore(dataDir, store),
    launchEngine: (hasGraphics) => reportEngineCrash(startEngine(dataDir, files, hasGraphics), crashes),
    catalog: otherCatalog(app.isPackaged),
    fetchesNetwork: !app.commandLine.hasSwitch('without-networks'),
    trash: (path) => shell.trashItem(path),
    // A separate session, because that of the page has its own proxy.
    systemProxy: (url) => session.fromPartition('system-proxy').resolveProxy(url),
    log,
    toWords: formatMessage,
    studio: 'as-joined',
    onEnd: (message, problem) => {
      showFatalError(message);
      if (problem === 'damaged') app.relaunch();
      app.exit(1);
    },
  });
}

function startEngine(dataDir: string, files: Resources, hasGraphics: boolean): EngineChild {
  const folders = [
    '--data',
    join(dataDir, 'engine'),
    '--models',
    files.models,
    '--networks',
    networksFolderIn(dataDir),
  ];
  return launchEngine(files.engineEntry, [...folders, ...graphicsArguments(hasGraphics)], (line) =>
    log.info(`engine: ${line}`),
  );
}

/**
 * Opens API keys in the operating system's key store. Without one, keys last until the app quits, or are stored in a plain
 * file if the user agrees.
 */
function openSystemKeyStore(dataDir: string, { settings, profiles }: Pick<Store, 'settings' | 'profiles'>): KeyStore {
  return openKeyFile({
    dataDir,
    isPlainAllowed: () => settings.read().plainKeyFile,
    currentOrigin: (profileId) => originOf(profiles.get(profileId)?.baseUrl ?? ''),
    cipher: {
      isAvailable: isKeyStoreAvailable,
      encrypt: (text) => safeStorage.encryptString(text),
      decrypt: (bytes) => safeStorage.decryptString(bytes),
    },
  });
}

/** Excludes Chromium's fallback on Linux, a fixed password that protects nothing. */
function isKeyStoreAvailable(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}
