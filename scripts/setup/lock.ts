/** A lock file, so that concurrent set-ups of one working copy run one after the other. */
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` under the lock file. Waits for a living process that holds it, and takes over from a dead one. `onWait`
 * is called once, when it starts to wait.
 */
export async function withLock<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  let isWaiting = false;
  while (!(await take(file))) {
    if (!(await holderLives(file))) {
      await rm(file, { force: true });
      continue;
    }
    if (!isWaiting) onWait();
    isWaiting = true;
    await sleep(300);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    await handle.write(String(process.pid));
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function holderLives(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  // An empty file was just created by a process that is about to write its number.
  if (text === '') {
    await sleep(200);
    if ((await readFile(file, 'utf8').catch(() => '')) === '') return false;
    return true;
  }
  try {
    process.kill(Number(text), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
