/** A small disk in mounted memory that can be filled, emptied, locked and removed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeSync } from 'node:fs';
import { cp, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface SmallDisk {
  /** Uses all free space. */
  fill(): Promise<void>;
  free(): Promise<void>;
  lock(): Promise<void>;
  unlock(): void;
  /** Removes the disk, even if a program has open files on it. */
  pull(): void;
  plugIn(): void;
  /** Unmounts and deletes the disk. */
  remove(): Promise<void>;
}

function mount(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${stderr}`);
}

let answer: boolean | null = null;

/** Whether this process may mount, as root on Linux outside most containers. */
export function canMount(): boolean {
  if (answer !== null) return answer;
  const folder = mkdtempSync(join(tmpdir(), 'burnish-mount-'));
  try {
    mount('-t', 'tmpfs', '-o', 'size=1m', 'burnish', folder);
    answer = spawnSync('umount', [folder]).status === 0;
  } catch {
    answer = false;
  }
  rmSync(folder, { recursive: true, force: true });
  return answer;
}

/** Mounts a disk over a folder, with its content. */
export async function smallDisk(at: string, megabytes: number): Promise<SmallDisk> {
  const shelf = await mkdtemp(join(tmpdir(), 'burnish-disk-'));
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'burnish', shelf);
  const inside = join(shelf, 'disk');
  await mkdir(at, { recursive: true });
  await cp(at, inside, { recursive: true, preserveTimestamps: true });
  const ballast = join(shelf, 'ballast');
  const plugIn = () => mount('--bind', inside, at);
  plugIn();
  return {
    async fill() {
      const file = await open(ballast, 'a');
      try {
        // In large blocks, and at the end in pages.
        for (const size of [256 * 1024, 4096]) fillWith(file.fd, Buffer.alloc(size));
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    async lock() {
      // Fails while a file is open for writing.
      for (let left = 200; left > 0; left -= 1) {
        if (spawnSync('mount', ['-o', 'remount,bind,ro', at]).status === 0) return;
        await sleep(5);
      }
      throw new Error(`${at} cannot be made read-only`);
    },
    unlock: () => mount('-o', 'remount,bind,rw', at),
    pull: () => void spawnSync('umount', ['-l', at]),
    plugIn,
    async remove() {
      spawnSync('umount', ['-l', at]);
      spawnSync('umount', ['-l', shelf]);
      await rm(shelf, { recursive: true, force: true });
    },
  };
}

function fillWith(file: number, block: Buffer): void {
  try {
    for (;;) if (writeSync(file, block) < block.length) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
