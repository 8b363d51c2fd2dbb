import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockExclusive, lockShared } from '../database/file-locks.ts';

const kinds = ['touching', 'faces', 'exporting', 'lists'] as const;

interface ScratchFolder {
  /** Absolute. */
  readonly path: string;
  remove(): Promise<void>;
}

/** @param root the work folder, absolute */
export function scratchFolders(root: string) {
  const lock = join(root, 'scratch-lock');
  return {
    async make(kind: (typeof kinds)[number]): Promise<ScratchFolder> {
      // Held until `remove`, against sweeps of other processes.
      const { release } = lockShared(lock);
      try {
        await mkdir(join(root, kind), { recursive: true });
        const path = await mkdtemp(join(root, kind, 'one-'));
        return { path, remove: () => rm(path, { recursive: true, force: true }).finally(release) };
      } catch (error) {
        release();
        throw error;
      }
    },
    /** Removes folders of crashed processes, unless any scratch folder is in use. */
    async sweep(): Promise<void> {
      const exclusive = lockExclusive(lock);
      if (exclusive === null) return;
      try {
        // Only renames, because others wait for the lock.
        for (const name of readdirSync(root).filter((each) => kinds.some((kind) => kind === each)))
          renameSync(join(root, name), join(root, `swept-${randomUUID()}`));
      } finally {
        exclusive.release();
      }
      for (const name of await readdir(root))
        if (/^swept-[0-9a-f-]{36}$/.test(name)) await rm(join(root, name), { recursive: true, force: true });
    },
  };
}
