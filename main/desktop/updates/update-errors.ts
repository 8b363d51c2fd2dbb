/** Reasons why updates fail or are disabled. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { UpdatesDisabledReason } from '../../../contract/app/update-status.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';

/**
 * Returns the message of a failed check or download. Errors of Chromium and Squirrel have no code, only a text.
 */
export function updateErrorMessage(error: unknown): MessageDescriptor {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  if (code === 'ERR_CHECKSUM_MISMATCH') return msg('desktop.updates.altered');
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE' || /code signature/i.test(message))
    return msg('desktop.updates.unsigned');
  if (code === 'ENOSPC') return msg('desktop.updates.noRoom');
  if (/^(ERR_UPDATER|HTTP_ERROR)_/.test(code ?? '')) return msg('desktop.updates.unreadable');
  if (message.startsWith('net::') || /^E(CONN|HOST|NET|NOTFOUND|TIMEDOUT|AI_|PIPE)/.test(code ?? ''))
    return msg('desktop.updates.unreachable');
  return msg('desktop.updates.failed', { message });
}

/**
 * Returns null if this app updates itself. `scripts/package.ts` writes the address of the feed into the resources. The system
 * updates a `.deb`, because electron-updater would install it as root without checking a signature.
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
