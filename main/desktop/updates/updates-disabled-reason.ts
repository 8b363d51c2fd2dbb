/** Whether this app updates itself, and if not, why. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { UpdatesDisabledReason } from '../../../contract/app/update-status.ts';

/**
 * Packaging writes the address of the feed beside the app, where one was given (scripts/package.ts). A `.deb` is the matter of
 * the system: electron-updater would have it installed as root with no signature looked at.
 * @param resources the packaged app's folder for them
 */
export function updatesDisabledReason(
  isPackaged: boolean,
  resources: string,
  env = process.env,
): UpdatesDisabledReason | null {
  if (!isPackaged) return 'checkout';
  if (!existsSync(join(resources, 'app-update.yml'))) return 'no-feed';
  if (process.platform !== 'linux') return null;
  if (!env.APPIMAGE) return 'system-package';
  try {
    accessSync(dirname(env.APPIMAGE), constants.W_OK);
    return null;
  } catch {
    return 'read-only';
  }
}
