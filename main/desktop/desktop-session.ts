import { app, type BrowserWindow, type Event } from 'electron';
import log from 'electron-log/node.js';
import type { BurnishApp } from '../app.ts';
import type { Resources } from '../bundled-resources.ts';
import type { CrashReports } from '../crashes/crash-reports.ts';
import { type Background, createBackground } from './background-work.ts';
import { bindHandlers } from './bind-ipc.ts';
import { type AppMenu, createAppMenu, followMenuSettings } from './menu/app-menu.ts';
import { createQueueFeedback, type QueueFeedback } from './queue-feedback.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';
import { type AppUpdates, createAppUpdates } from './updates/create-updater.ts';
import { type CloseGuard, guardClosing } from './window/close-guard.ts';
import { type Dialogs, openDialogs, showRepairReport } from './window/dialogs.ts';
import { createDisplayWindow, type DisplayWindow } from './window/display-window.ts';
import type { MainWindow } from './window/main-window.ts';

interface SessionOptions {
  readonly burnish: BurnishApp;
  readonly window: MainWindow;
  readonly files: Resources;
  /** Absolute. */
  readonly logFolder: string;
  /** The system's languages (BCP 47), best first. */
  readonly languages: readonly string[];
  readonly crashes: CrashReports;
}

/** Maximum delay of background work if the window never becomes usable, in ms. */
const maxStartDelayMs = 10_000;

/** The running app with its window, menus and tray, until the user quits. */
export class DesktopSession {
  readonly #burnish: BurnishApp;
  readonly #window: MainWindow;
  readonly #shutdown: Shutdown;
  readonly #updates: AppUpdates;
  readonly #background: Background;
  readonly #display: DisplayWindow;
  readonly #menu: AppMenu;
  readonly #feedback: QueueFeedback;
  readonly #menuSettings: ReturnType<typeof followMenuSettings>;

  constructor({ burnish, window, files, logFolder, languages, crashes }: SessionOptions) {
    const { store } = burnish.core;
    this.#burnish = burnish;
    this.#window = window;
    window.onOpen((opened) => this.#followWindow(opened));
    const dialogs = openDialogs(window.current, {
      read: () => store.settings.read().lastFolders,
      save: (lastFolders) => store.settings.save({ lastFolders }),
    });
    const confirm: Dialogs['confirm'] = (question) => {
      window.show();
      return dialogs.confirm(question);
    };
    const closeGuard = this.#guardClosing(dialogs, confirm);
    this.#shutdown = createShutdown(closeGuard.canLeave, () => this.#stop());
    this.#updates = createAppUpdates(burnish, window, confirm, this.#shutdown, log);
    this.#background = createBackground({
      burnish,
      window,
      iconPath: files.icon,
      isEnding: () => this.#shutdown.hasBegun,
      onStart: () => {
        this.#feedback.updateTray();
        this.#updates.start();
      },
    });
    this.#display = createDisplayWindow(window, () => this.#menuSettings.redraw());
    this.#menu = createAppMenu({
      onCommand: (command) => {
        window.show();
        window.send('command', command);
      },
      onEdit: (action) => window.send('edit', action),
      logFolder,
    });
    bindHandlers({
      burnish,
      dialogs,
      logFolder,
      window: window.existing,
      iconPath: files.icon,
      crashes,
      actions: {
        startWork: this.#background.start,
        reportCloseState: closeGuard.receiveState,
        enableInMenu: this.#menu.enableCommands,
        updates: this.#updates,
        display: this.#display,
      },
    });
    this.#feedback = createQueueFeedback(burnish, window, () => this.#background.tray);
    this.#menuSettings = followMenuSettings(store, languages, ({ shortcuts, hasGallery, isInStudio }) => {
      const hasSecondDisplay = this.#display.status().isAvailable;
      this.#menu.show(shortcuts, { hasGallery, isInStudio, hasSecondDisplay });
      this.#feedback.updateTray();
    });
    app.on('window-all-closed', () => app.quit());
  }

  /** Starts background work. An open window comes first, because the engine needs as much of the processor. */
  start(): void {
    const { rescue } = this.#burnish.core.store;
    if (rescue) showRepairReport(rescue);
    if (this.#window.existing() !== null) {
      setTimeout(this.#background.start, maxStartDelayMs).unref();
      return;
    }
    this.#background.start();
    // Without tray and window, the app could not be reached.
    if (this.#background.tray === null) this.#window.current();
  }

  #followWindow(window: BrowserWindow): void {
    window.on('close', (event) => this.#onClose(event, window));
    // Frees the memory of a touch-up whose page has ended.
    const endTouchUp = () => void this.#burnish.core.review.touchUp.close().catch((error) => log.warn(String(error)));
    window.on('closed', endTouchUp);
    window.webContents.on('did-navigate', endTouchUp).on('render-process-gone', endTouchUp);
  }

  #onClose(event: Event, window: BrowserWindow): void {
    if (this.#shutdown.hasBegun) return;
    event.preventDefault();
    if (this.#background.tray && this.#burnish.core.store.settings.read().keepInTray) window.hide();
    else app.quit();
  }

  #guardClosing(dialogs: Dialogs, confirm: Dialogs['confirm']): CloseGuard {
    return guardClosing({
      notifyPage: (request) => {
        const hasPage = this.#hasLoadedPage();
        if (hasPage) this.#window.send('leaving', request);
        return hasPage;
      },
      whenSaved: this.#burnish.core.review.touchUp.whenSaved,
      confirm,
      offerToSave: (message) => {
        this.#window.show();
        return dialogs.offerToSave(message);
      },
    });
  }

  #hasLoadedPage(): boolean {
    const page = this.#window.existing()?.webContents;
    return page !== undefined && !page.isLoadingMainFrame() && !page.isCrashed();
  }

  async #stop(): Promise<void> {
    this.#feedback.stop();
    this.#menuSettings.stop();
    this.#updates.stop();
    this.#background.stop();
    await this.#burnish.stop();
  }
}
