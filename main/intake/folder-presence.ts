/** Notices when a folder goes away and comes back: a network share that drops out, a card that is taken from its reader. */
import { readdir, stat } from 'node:fs/promises';

export interface PresenceTimes {
  /** Between two looks while the folder is there, ms. */
  readonly checkMs: number;
  /** Between two looks after it went away: doubles from the first to the last, ms. */
  readonly firstRetryMs: number;
  readonly lastRetryMs: number;
  /** A disk that has not answered for so long is gone, ms. */
  readonly answerMs: number;
}

export const defaultPresenceTimes: PresenceTimes = {
  checkMs: 5_000,
  firstRetryMs: 1_000,
  lastRetryMs: 30_000,
  answerMs: 15_000,
};

export type PresenceChange =
  | { readonly kind: 'there' }
  /** Why it cannot be used, for the sentence. */
  | { readonly kind: 'gone'; readonly reason: 'missing' | 'forbidden' | 'silent' | 'not-a-folder' }
  /** Another folder stands at the path: a share was mounted over it, or a card was changed. */
  | { readonly kind: 'replaced' };

export interface PresenceWatch {
  /** Looks at once instead of at the next turn. */
  check(): void;
  close(): void;
}

/** Reports the first state at once and every change after it. */
export function watchPresence(
  path: string,
  times: PresenceTimes,
  onChange: (change: PresenceChange) => void,
): PresenceWatch {
  let identity: string | null = null;
  let known: 'unknown' | 'there' | 'gone' = 'unknown';
  let wait = times.checkMs;
  let timer: NodeJS.Timeout | null = null;
  let isChecking = false;
  let isClosed = false;

  const check = async () => {
    if (isChecking || isClosed) return;
    isChecking = true;
    if (timer !== null) clearTimeout(timer);
    const found = await identify(path, times.answerMs);
    isChecking = false;
    if (isClosed) return;
    if ('reason' in found) {
      wait = known === 'gone' ? Math.min(wait * 2, times.lastRetryMs) : times.firstRetryMs;
      const hasChanged = known !== 'gone';
      known = 'gone';
      if (hasChanged) onChange({ kind: 'gone', reason: found.reason });
    } else {
      wait = times.checkMs;
      const wasReplaced = known === 'there' && identity !== found.identity;
      const hasChanged = known !== 'there';
      known = 'there';
      identity = found.identity;
      if (hasChanged) onChange({ kind: 'there' });
      else if (wasReplaced) onChange({ kind: 'replaced' });
    }
    timer = setTimeout(check, wait);
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

type Found = { readonly identity: string } | { readonly reason: 'missing' | 'forbidden' | 'silent' | 'not-a-folder' };

async function identify(path: string, answerMs: number): Promise<Found> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<Found>((resolve) => {
    timer = setTimeout(() => resolve({ reason: 'silent' }), answerMs);
  });
  const answer = stat(path).then(async (facts): Promise<Found> => {
    if (!facts.isDirectory()) return { reason: 'not-a-folder' };
    // A share that dropped out may still answer for its root.
    const isFolder = await readdir(path).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        // Something else took the folder's place just now.
        if (error.code === 'ENOTDIR') return false;
        throw error;
      },
    );
    return isFolder ? { identity: `${facts.dev}:${facts.ino}` } : { reason: 'not-a-folder' };
  });
  try {
    return await Promise.race([answer, silence]);
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
