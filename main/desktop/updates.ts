/** Looks for a new version in the packaged app; a failure to look is only logged. */
import { app } from 'electron';

export async function checkForUpdates(
  log: { info(text: string): void; warn(text: string): void },
  onReady: (version: string) => void,
): Promise<void> {
  if (!app.isPackaged) return;
  const { default: electronUpdater } = await import('electron-updater');
  const { autoUpdater } = electronUpdater;
  autoUpdater.logger = null;
  autoUpdater.autoDownload = true;
  autoUpdater.on('update-downloaded', ({ version }) => onReady(version));
  autoUpdater.on('error', (fault) => log.warn(`Looking for updates failed: ${fault.message}`));
  autoUpdater.checkForUpdates().catch(() => undefined);
}
