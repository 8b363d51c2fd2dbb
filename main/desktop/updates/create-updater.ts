/** Updates of this app on this computer: what looks for them, how it reaches the feed, and who is asked before it starts anew. */
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
import { createSafeUpdater } from './replace-app-image.ts';
import { createUpdateChecker } from './update-checker.ts';
import { updatesDisabledReason } from './updates-disabled-reason.ts';

export type AppUpdates = DesktopActions['updates'] & {
  /** Looks by itself from now on. */
  start(): void;
  stop(): void;
};

export function createAppUpdates(
  burnish: BurnishApp,
  window: MainWindow,
  confirm: Dialogs['confirm'],
  ending: Shutdown,
  log: { warn(text: string): void },
): AppUpdates {
  const { store, keys } = burnish.core;
  const isBusy = () => burnish.isAtWork() || (store.views.hasOpen() && !store.settings.read().paused);
  let updater: AppUpdater | null = null;
  const updates = createUpdateChecker({
    off: updatesDisabledReason(app.isPackaged, process.resourcesPath),
    open: async () => {
      updater ??= await openUpdater((asking) => proxyCredentials(store.settings.read(), keys, asking));
      await updater.netSession.setProxy(proxyConfig(store.settings.read()));
      // Chromium remembers what it sent to a proxy that is no longer used.
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
  burnish.onDrained(updates.offer);
  return {
    ...updates,
    restart: async () => {
      if (updates.status().state !== 'ready') return;
      const question = {
        message: msg('desktop.updates.restart'),
        detail: msg('desktop.updates.restartText'),
        button: msg('desktop.updates.restartNow'),
      };
      if (isBusy() && !(await confirm(question))) return;
      ending.quitThen(() =>
        updates.restart(() => {
          log.warn('The update could not be installed.');
          startAgain();
          app.quit();
        }),
      );
    },
  };
}

async function openUpdater(
  credentialsFor: (asking: AuthInfo) => ReturnType<typeof proxyCredentials>,
): Promise<AppUpdater> {
  const { default: electronUpdater } = await import('electron-updater');
  const updater =
    process.platform === 'linux'
      ? createSafeUpdater(electronUpdater.AppImageUpdater, startAgain)
      : electronUpdater.autoUpdater;
  updater.on('login', (asking, answer) => {
    const found = asking.isProxy ? credentialsFor(asking) : null;
    // Without a name, which its types do not know of, the request fails instead of waiting.
    if (found === null) (answer as () => void)();
    else answer(found.name, found.password);
  });
  return updater;
}

/** Once this has ended, with the same arguments; the window is there again, even after a start without it. */
function startAgain(program = process.env.APPIMAGE ?? process.execPath): void {
  app.relaunch({ execPath: program, args: process.argv.slice(1).filter((word) => word !== hiddenSwitch) });
}

/** As services are reached, for Chromium. */
function proxyConfig({ proxy, proxyAddress }: Pick<Settings, 'proxy' | 'proxyAddress'>): ProxyConfig {
  if (proxy === 'own') return { mode: 'fixed_servers', proxyRules: proxyAddress };
  return { mode: proxy === 'none' ? 'direct' : 'system' };
}
