/** What is said where looking for a new version, or fetching it, has failed. */
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';

/** By the code of the system, of an answer (`HTTP_ERROR_404`), or of electron-updater; else by the words of Chromium and Squirrel. */
export function updateErrorMessage(fault: unknown): MessageDescriptor {
  const { code, message } = fault instanceof Error ? (fault as NodeJS.ErrnoException) : { message: String(fault) };
  if (code === 'ERR_CHECKSUM_MISMATCH') return msg('desktop.updates.altered');
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE' || /code signature/i.test(message))
    return msg('desktop.updates.unsigned');
  if (code === 'ENOSPC') return msg('desktop.updates.noRoom');
  if (/^(ERR_UPDATER|HTTP_ERROR)_/.test(code ?? '')) return msg('desktop.updates.unreadable');
  if (message.startsWith('net::') || /^E(CONN|HOST|NET|NOTFOUND|TIMEDOUT|AI_|PIPE)/.test(code ?? ''))
    return msg('desktop.updates.unreachable');
  return msg('desktop.updates.failed', { message });
}
