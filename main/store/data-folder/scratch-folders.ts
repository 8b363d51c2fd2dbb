/** Folders for what is made on the way to something else: each for one piece of work, and swept once a kill has left them. */
import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockExclusive, lockShared } from '../database/queue-lock.ts';

/** What the folders are for. */
const kinds = ['touching', 'faces', 'exporting'] as const;

export interface ScratchFolder {
  /** Absolute; empty at first. */
  readonly path: string;
  /** Removes it with all that is in it. */
  remove(): Promise<void>;
}

/** @param root the work folder, absolute */
export function scratchFolders(root: string) {
  const lock = join(root, 'scratch-lock');
  return {
    async make(kind: (typeof kinds)[number]): Promise<ScratchFolder> {
      // Held by all who have such a folder, in whatever process: what is being worked in is not swept.
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
    /** Removes what processes that were killed have left. While anybody works in such a folder, all of it waits for the next sweep. */
    async sweep(): Promise<void> {
      const held = lockExclusive(lock);
      if (held === null) return;
      try {
        // Quickly out of the way, for others wait.
        for (const name of readdirSync(root).filter((each) => kinds.some((kind) => kind === each)))
          renameSync(join(root, name), join(root, `swept-${randomUUID()}`));
      } finally {
        held.release();
      }
      for (const name of await readdir(root))
        if (/^swept-[0-9a-f-]{36}$/.test(name)) await rm(join(root, name), { recursive: true, force: true });
    },
  };
}
