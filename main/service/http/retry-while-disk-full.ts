/** Writes what may have been paid for: a disk that is full is waited for, since the service sends it only once. */
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** How often the disk is looked at, and how long at most, in ms: a service keeps a connection for some minutes. */
const checkEveryMs = 500;
const maxWaitMs = 10 * 60 * 1000;

/**
 * Does `act` until there is room for it.
 * @throws its error for anything but a full disk; and that of the full disk when the time is over, or `signal` has fired
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

/** Writes all of `bytes` at the file's position. @throws as `retryWhileDiskFull` */
export async function writeWhenSpace(file: FileHandle, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const from = written;
    written += (await retryWhileDiskFull(() => file.write(bytes, from), signal)).bytesWritten;
  }
}
