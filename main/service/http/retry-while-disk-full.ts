/** Waits while the disk is full, because a paid result is sent only once. */
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Services keep idle connections for minutes. */
const checkEveryMs = 500;
const maxWaitMs = 10 * 60 * 1000;

/**
 * Runs `act` until the disk has space.
 * @throws its error; that of a full disk after `maxWaitMs` or once `signal` has fired
 */
export async function retryWhileDiskFull<T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const isFull = code === 'ENOSPC' || code === 'EDQUOT';
      if (!isFull || signal?.aborted || performance.now() - startedAt > maxWaitMs) throw error;
    }
    await wait(checkEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Writes all of `bytes` at the file's position.
 * @throws as `retryWhileDiskFull`
 */
export async function writeWhenSpace(file: FileHandle, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const from = written;
    written += (await retryWhileDiskFull(() => file.write(bytes, from), signal)).bytesWritten;
  }
}
