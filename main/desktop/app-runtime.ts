/** What is behind the window: builds the app's parts, and ties window, tray and menu to them, from start to end. */
import { join } from 'node:path';
import { app, session, shell } from 'electron';
import log from 'electron-log/node.js';
import { queueStatusMessages } from '../../contract/jobs/work-status.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { readingOf } from '../../contract/messages/language.ts';
import { setReading } from '../../contract/messages/translator.ts';
import { type BurnishApp, createApp } from '../app.ts';
import { otherCatalog, type Resources, resources } from '../bundled-resources.ts';
import { escapeTerminalLog } from '../cli/terminal-text.ts';
import type { CrashReports } from '../crashes/crash-reports.ts';
import { networksFolderIn } from '../default-data-dir.ts';
import { startChangePush } from '../ipc/push-changes.ts';
import { serveImage } from '../ipc/serve-image.ts';
import { type Counts, counts } from '../ipc/snapshot.ts';
import { graphicsArguments } from '../service/engine/engine-host.ts';
import { originOf } from '../service/keys/key-store.ts';
import { queueHolders } from '../store/index.ts';
import { bindHandlers } from './bind-ipc.ts';
import { guardClosing } from './close-guard.ts';
import { reportEngineCrash } from './crash-reporter.ts';
import { openDialogs } from './dialogs.ts';
import { createDisplayWindow } from './display-window.ts';
import { launchEngine } from './engine-process.ts';
import type { FindPicture } from './image-protocol.ts';
import { openKeyStore } from './key-store.ts';
import type { MainWindow } from './main-window.ts';
import { enableInMenu, type MenuActions, setMenu } from './menu.ts';
import { keepMenusCurrent } from './menu-labels.ts';
import { notifyFinished } from './notifications.ts';
import { monitorPower } from './power-monitor.ts';
import type { SavedLook } from './saved-look.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';
import { showFatalError, showRepairReport, showStartFailure } from './startup-dialogs.ts';
import { openTray } from './tray.ts';
import { createAppUpdates } from './updates/create-updater.ts';

/** What the window waits for, beside the answers to its requests. */
export interface AppRuntime {
  readonly picture: FindPicture;
}

/**
 * Opens what is behind the window, and answers its requests; where that fails, says why, and ends.
 * @param dataDir absolute; holds everything Burnish keeps.
 */
export async function startAppRuntime(
  window: MainWindow,
  dataDir: string,
  crashes: CrashReports,
  look: SavedLook,
): Promise<AppRuntime | null> {
  const logFolder = join(dataDir, 'logs');
  // The logger for plain Node: the one for Electron opens a channel by which any page could write to the log.
  log.transports.file.resolvePathFn = () => join(logFolder, 'burnish.log');
  log.transports.console.level = app.isPackaged ? false : 'warn';
  // First, before styles are added: what is logged quotes names of files and words of services.
  log.transports.console.transforms.unshift(({ data }) => data.map(escapeTerminalLog));
  log.errorHandler.startCatching({ showDialog: false });
  process.on('unhandledRejection', (fault) => crashes.record('fault', fault));
  crashes.recordPreviousCrash();

  const files = resources(app.isPackaged ? process.resourcesPath : undefined);
  const languages = app.getPreferredSystemLanguages();
  try {
    // What a start may have to say comes before the settings can be read.
    await setReading(readingOf(languages));
    const burnish = await openApp(dataDir, files, languages, crashes);
    look.follow(burnish.core.store);
    await setReading(readingOf(languages, burnish.core.store.settings.read().language));
    present(burnish, window, files, logFolder, languages, crashes);
    return { picture: (url) => serveImage(url, burnish.pictures) };
  } catch (fault) {
    log.error(fault);
    window.existing()?.hide();
    showStartFailure(fault);
    app.exit(1);
    return null;
  }
}

function openApp(
  dataDir: string,
  files: Resources,
  languages: readonly string[],
  crashes: CrashReports,
): Promise<BurnishApp> {
  const engineArguments = [
    '--data',
    join(dataDir, 'engine'),
    '--models',
    files.models,
    '--networks',
    networksFolderIn(dataDir),
  ];
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
    keys: ({ settings, profiles }) =>
      openKeyStore({
        dataDir,
        isPlainAllowed: () => settings.read().plainKeyFile,
        currentOrigin: (profileId) => originOf(profiles.get(profileId)?.baseUrl ?? ''),
      }),
    launchEngine: (hasGraphics) =>
      reportEngineCrash(
        launchEngine(files.engineEntry, [...engineArguments, ...graphicsArguments(hasGraphics)], (line) =>
          log.info(`engine: ${line}`),
        ),
        crashes,
      ),
    catalogue: otherCatalog(app.isPackaged),
    fetchesNetwork: !app.commandLine.hasSwitch('without-networks'),
    trash: (path) => shell.trashItem(path),
    // Not the page's session, which has a proxy of its own.
    systemProxy: (url) => session.fromPartition('system-proxy').resolveProxy(url),
    log: { info: (text) => log.info(text), warn: (text) => log.warn(text) },
    toWords: formatMessage,
    studio: 'as-joined',
    onEnd: (sentence, problem) => {
      showFatalError(sentence);
      if (problem === 'damaged') app.relaunch();
      app.exit(1);
    },
  });
}

/** Ties the running app to its window, gives it tray and menu, and ends it in order when the user quits. */
function present(
  burnish: BurnishApp,
  window: MainWindow,
  files: Resources,
  logFolder: string,
  languages: readonly string[],
  crashes: CrashReports,
): void {
  const { store } = burnish.core;
  window.onOpen((opened) => {
    opened.on('close', (event) => {
      if (ending.hasBegun) return;
      event.preventDefault();
      if (background.tray && store.settings.read().keepInTray) opened.hide();
      else app.quit();
    });
    // A page that is loaded anew, has crashed or is gone touches nothing up any more: with it goes what that holds in memory.
    const endTouch = () => void burnish.core.review.touchUp.close().catch((fault) => log.warn(String(fault)));
    opened.on('closed', endTouch);
    opened.webContents.on('did-navigate', endTouch).on('render-process-gone', endTouch);
  });
  const dialogs = openDialogs(window.current, {
    read: () => store.settings.read().lastFolders,
    keep: (lastFolders) => store.settings.save({ lastFolders }),
  });
  const confirm: typeof dialogs.confirm = (question) => {
    window.show();
    return dialogs.confirm(question);
  };
  const closeGuard = guardClosing({
    notifyPage: (request) => {
      const isThere = isPageThere(window);
      if (isThere) window.send('leaving', request);
      return isThere;
    },
    saved: burnish.core.review.touchUp.whenSaved,
    confirm,
    offerToSave: (message) => {
      window.show();
      return dialogs.offerToSave(message);
    },
  });
  const logged = { info: (text: string) => log.info(text), warn: (text: string) => log.warn(text) };
  const ending = createShutdown(closeGuard.canLeave, async () => {
    push.stop();
    words.stop();
    updates.stop();
    background.stop();
    await burnish.stop();
  });
  const updates = createAppUpdates(burnish, window, confirm, ending, logged);
  const background = createBackground(burnish, window, files.icon, ending, () => {
    push.updateTray();
    updates.start();
  });
  const display = createDisplayWindow(window, () => words.redraw());
  const actions = { startWork: background.start, reportCloseState: closeGuard.answer, enableInMenu, updates, display };
  bindHandlers(burnish, dialogs, logFolder, window.existing, actions, files.icon, crashes);
  const menu = createMenuActions(window, logFolder);
  const push = keepInformed(burnish, window, background);
  const words = keepMenusCurrent(store, languages, (settings) => {
    setMenu(menu, { ...settings, hasSecondDisplay: display.status().isAvailable });
    push.updateTray();
  });
  app.on('window-all-closed', () => app.quit());

  if (store.rescue) showRepairReport(store.rescue);
  // A window comes before the work: the engine alone takes as much of the processor as opening it.
  if (window.existing() !== null) setTimeout(background.start, maxStartDelayMs).unref();
  else {
    background.start();
    // Without a tray it would be nowhere.
    if (background.tray === null) window.current();
  }
}

function createMenuActions(window: MainWindow, logFolder: string): MenuActions {
  return {
    run: (command) => {
      window.show();
      window.send('command', command);
    },
    edit: (action) => window.send('edit', action),
    logFolder,
  };
}

/** Maximum delay of background work if the window never becomes usable. */
const maxStartDelayMs = 10_000;

interface Background {
  /** Null before the start, and on a desktop without a tray. */
  readonly tray: ReturnType<typeof openTray>;
  /** Starts the queue, its tray icon and the rest that no window waits for. Later calls do nothing. */
  start(): void;
  stop(): void;
}

function createBackground(
  burnish: BurnishApp,
  window: MainWindow,
  icon: string,
  ending: Shutdown,
  onStart: () => void,
): Background {
  const { settings } = burnish.core.store;
  let tray: Background['tray'] = null;
  let power: ReturnType<typeof monitorPower> | null = null;
  return {
    get tray() {
      return tray;
    },
    start() {
      if (power !== null || ending.hasBegun) return;
      power = monitorPower({
        burnish,
        isEnding: () => ending.hasBegun,
        log: { info: (text) => log.info(text), warn: (text) => log.warn(text) },
        notifyUser: (text) => window.send('notice', { tone: 'warning', text }),
      });
      tray = openTray(icon, {
        show: window.show,
        setPaused: (paused) => settings.save({ paused }),
        quit: () => app.quit(),
      });
      burnish.start();
      onStart();
    },
    stop() {
      power?.stop();
      tray?.close();
    },
  };
}

/** Tells page, tray and the user what happens in the queue. */
function keepInformed(
  burnish: BurnishApp,
  window: MainWindow,
  background: Pick<Background, 'tray'>,
): { updateTray(): void; stop(): void } {
  const { store, live, review } = burnish.core;
  let counted: Counts | null = null;
  const updateTray = () => {
    if (counted !== null)
      background.tray?.update(queueStatusMessages(burnish.queueStatus(counted)), store.settings.read().paused);
  };
  const push = startChangePush({
    store,
    live,
    showing: review.visibleRows,
    count: async () => {
      counted = await counts(burnish.core);
      return counted;
    },
    report: (fault) => log.warn('Something could not be counted', fault),
    send: (changes) => {
      window.send('changes', changes);
      if (changes.throughput || changes.settings || changes.profileStatus) updateTray();
    },
  });
  review.onBulkProgress((progress) => window.send('bulk', progress));
  burnish.onLive(push.live);
  burnish.onNotice((notice) => window.send('notice', notice));
  burnish.onDrained((text) => {
    if (store.settings.read().notifications) notifyFinished(window.existing(), text, window.show);
  });
  // Until it was counted, nothing is known.
  counts(burnish.core).then(
    (first) => {
      counted ??= first;
      updateTray();
    },
    (fault) => log.warn('Nothing could be counted', fault),
  );
  return { updateTray, stop: push.stop };
}

/** False where the page is not loaded yet, or has ended: then it has nothing to keep. */
function isPageThere(window: MainWindow): boolean {
  const page = window.existing()?.webContents;
  return page !== undefined && !page.isLoadingMainFrame() && !page.isCrashed();
}
