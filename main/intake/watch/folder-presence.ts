/** Detects that a folder becomes unavailable or returns, such as a network share or a card. */
import { readdir, stat } from 'node:fs/promises';

export interface PresenceTimes {
  /** Interval of the checks while the folder is available, in ms. */
  readonly checkMs: number;
  /** First interval while it is unavailable; it doubles up to `lastRetryMs`. In ms. */
  readonly firstRetryMs: number;
  readonly lastRetryMs: number;
  /** Timeout for a response of the disk, in ms. */
  readonly answerMs: number;
}

export const defaultPresenceTimes: PresenceTimes = {
  checkMs: 5_000,
  firstRetryMs: 1_000,
  lastRetryMs: 30_000,
  answerMs: 15_000,
};

type AbsenceReason = 'missing' | 'forbidden' | 'silent' | 'not-a-folder';

export type PresenceChange =
  | { readonly kind: 'there' }
  | { readonly kind: 'gone'; readonly reason: AbsenceReason }
  /** Another folder has this path, as when a share is mounted or a card is changed. */
  | { readonly kind: 'replaced' };

export interface PresenceWatch {
  /** Checks immediately. */
  check(): void;
  close(): void;
}

/** Reports the first state and every change after it. */
export function watchPresence(
  path: string,
  times: PresenceTimes,
  onChange: (change: PresenceChange) => void,
): PresenceWatch {
  let identity: string | null = null;
  let known: 'unknown' | 'there' | 'gone' = 'unknown';
  let intervalMs = times.checkMs;
  let timer: NodeJS.Timeout | null = null;
  let isChecking = false;
  let isClosed = false;

  const check = async () => {
    if (isChecking || isClosed) return;
    isChecking = true;
    if (timer !== null) clearTimeout(timer);
    const found = await identifyFolder(path, times.answerMs);
    isChecking = false;
    if (isClosed) return;
    if ('reason' in found) {
      intervalMs = known === 'gone' ? Math.min(intervalMs * 2, times.lastRetryMs) : times.firstRetryMs;
      const hasChanged = known !== 'gone';
      known = 'gone';
      if (hasChanged) onChange({ kind: 'gone', reason: found.reason });
    } else {
      intervalMs = times.checkMs;
      const wasReplaced = known === 'there' && identity !== found.identity;
      const hasChanged = known !== 'there';
      known = 'there';
      identity = found.identity;
      if (hasChanged) onChange({ kind: 'there' });
      else if (wasReplaced) onChange({ kind: 'replaced' });
    }
    timer = setTimeout(check, intervalMs);
  };

  void check();
  return {
    check: () => void check(),
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

type FolderIdentity = { readonly identity: string } | { readonly reason: AbsenceReason };

async function identifyFolder(path: string, timeoutMs: number): Promise<FolderIdentity> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<FolderIdentity>((resolve) => {
    timer = setTimeout(() => resolve({ reason: 'silent' }), timeoutMs);
  });
  try {
    return await Promise.race([readIdentity(path), timeout]);
  } catch (error) {
    switch ((error as NodeJS.ErrnoException).code) {
      case 'ENOENT':
      case 'ENOTDIR':
        return { reason: 'missing' };
      case 'EACCES':
      case 'EPERM':
        return { reason: 'forbidden' };
      default:
        return { reason: 'silent' };
    }
  } finally {
    clearTimeout(timer);
  }
}

async function readIdentity(path: string): Promise<FolderIdentity> {
  const facts = await stat(path);
  if (!facts.isDirectory()) return { reason: 'not-a-folder' };
  try {
    // A disconnected share may still respond to `stat`.
    await readdir(path);
  } catch (error) {
    // Another file has replaced the folder since.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return { reason: 'not-a-folder' };
    throw error;
  }
  return { identity: `${facts.dev}:${facts.ino}` };
}
