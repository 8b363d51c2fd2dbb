/** Updates of this app: the updater of the platform, its proxy, and the confirmation before a restart. */
import { type AuthInfo, app, type ProxyConfig } from 'electron';
import type { AppUpdater } from 'electron-updater';
import type { Settings } from '../../../contract/app/settings.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { BurnishApp } from '../../app.ts';
import type { DesktopActions } from '../../ipc/bridge/desktop-actions.ts';
import { proxyCredentials } from '../../service/http/network/proxy-settings.ts';
import type { Shutdown } from '../shutdown.ts';
import { hiddenSwitch } from '../system/hidden-start.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { MainWindow } from '../window/main-window.ts';
import { notifyFinished } from '../window/notifications.ts';
import { createUpdateChecker } from './update-checker.ts';
import { updatesDisabledReason } from './update-errors.ts';
import { createSafeUpdater } from './update-files.ts';

export type AppUpdates = DesktopActions['updates'] & {
  /** Starts automatic checks. */
  start(): void;
  stop(): void;
};

export function createAppUpdates(
  burnish: BurnishApp,
  window: MainWindow,
  confirm: Dialogs['confirm'],
  shutdown: Shutdown,
  log: { warn(text: string): void },
): AppUpdates {
  const { store, keys } = burnish.core;
  const isBusy = () => burnish.isAtWork() || (store.views.hasOpen() && !store.settings.read().paused);
  let updater: AppUpdater | null = null;
  const checker = createUpdateChecker({
    disabledReason: updatesDisabledReason(app.isPackaged, process.resourcesPath),
    openUpdater: async () => {
      updater ??= await openUpdater((request) => proxyCredentials(store.settings.read(), keys, request));
      await updater.netSession.setProxy(proxyConfig(store.settings.read()));
      // Chromium caches credentials of proxies that are no longer used.
      await updater.netSession.clearAuthCache();
      return updater;
    },
    isAutomatic: () => store.settings.read().lookForUpdates,
    isBusy,
    onStatus: (status) => {
      window.send('updates', status);
      if (status.state !== 'ready' || !status.isOffered || !store.settings.read().notifications) return;
      notifyFinished(window.existing(), msg('desktop.update', { version: status.version }), window.show);
    },
    log,
  });
  burnish.onDrained(checker.offer);
  return {
    ...checker,
    restart: async () => {
      if (checker.status().state !== 'ready') return;
      const question = {
        message: msg('desktop.updates.restart'),
        detail: msg('desktop.updates.restartText'),
        button: msg('desktop.updates.restartNow'),
      };
      if (isBusy() && !(await confirm(question))) return;
      shutdown.quitThen(() =>
        checker.restart(() => {
          log.warn('The update could not be installed.');
          relaunch();
          app.quit();
        }),
      );
    },
  };
}

async function openUpdater(
  findCredentials: (request: AuthInfo) => ReturnType<typeof proxyCredentials>,
): Promise<AppUpdater> {
  const { default: electronUpdater } = await import('electron-updater');
  const updater =
    process.platform === 'linux'
      ? createSafeUpdater(electronUpdater.AppImageUpdater, relaunch)
      : electronUpdater.autoUpdater;
  updater.on('login', (request, respond) => {
    const credentials = request.isProxy ? findCredentials(request) : null;
    // Without arguments, which the types do not allow, the request fails instead of waiting.
    if (credentials === null) (respond as () => void)();
    else respond(credentials.name, credentials.password);
  });
  return updater;
}

/** Starts the program with the same arguments after this one has ended, but with a window. */
function relaunch(program = process.env.APPIMAGE ?? process.execPath): void {
  app.relaunch({ execPath: program, args: process.argv.slice(1).filter((argument) => argument !== hiddenSwitch) });
}

/** Returns the user's proxy settings for Chromium. */
function proxyConfig({ proxy, proxyAddress }: Pick<Settings, 'proxy' | 'proxyAddress'>): ProxyConfig {
  if (proxy === 'own') return { mode: 'fixed_servers', proxyRules: proxyAddress };
  return { mode: proxy === 'none' ? 'direct' : 'system' };
}
