/** Gives a finished file its final name: whole or not at all, and never over somebody else's file. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Output } from '../../preload/contract/recipe.ts';

/**
 * Name of a file that is being written in a target folder: hidden, the same again after a crash (so that the next try
 * overwrites it), and another one for each data folder. Watch folders leave such names alone.
 */
export function tempName(dataFolder: string, jobId: number, part: string): string {
  const whose = createHash('sha256').update(dataFolder).digest('hex').slice(0, 8);
  return `.burnish-${whose}-${jobId}-${part}.tmp`;
}

export type Placed = { readonly path: string } | { readonly skipped: string };

/**
 * Moves `temp` (in the target folder already) to `name`.
 * @param name without extension; a number is added when it is taken: name-2, name-3 …
 * @param extension with its dot
 * @param note called with the path before the file appears there
 */
export async function placeFile(
  temp: string,
  name: string,
  extension: string,
  rule: Output['conflict'],
  note: (path: string) => void,
): Promise<Placed> {
  const folder = dirname(temp);
  const first = join(folder, name + extension);
  if (rule === 'replace') {
    note(first);
    await rename(temp, first);
    await syncFolder(folder);
    return { path: first };
  }
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? first : join(folder, `${name}-${number}${extension}`);
    // Asked first, so that `note` is not called for every name that is taken; `takeName` decides.
    if (!(await isTaken(path))) {
      note(path);
      if (await takeName(temp, path)) {
        await syncFolder(folder);
        return { path };
      }
    }
    if (rule === 'skip') {
      await rm(temp, { force: true });
      return { skipped: path };
    }
  }
}

async function isTaken(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

/** Renames without replacing; false when the name is taken. */
async function takeName(temp: string, path: string): Promise<boolean> {
  try {
    await link(temp, path);
    await rm(temp, { force: true });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // Memory cards and some network folders have no hard links: there, an empty file keeps the name.
    if (code === undefined || !['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL'].includes(code))
      throw error;
    return reserveAndRename(temp, path);
  }
}

/** The same on disks without hard links. A crash between the two leaves an empty file, which the next try knows as its own. */
export async function reserveAndRename(temp: string, path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  await rename(temp, path);
  return true;
}

/** Makes sure that the content of a file survives a power cut. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The same for names in a folder; some systems cannot, and then need not. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** SHA-256 (hex) and size of a file; null when there is none. */
export async function fingerprint(path: string): Promise<{ hash: string; bytes: number } | null> {
  const hash = createHash('sha256');
  try {
    const { size } = await stat(path);
    await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
    return { hash: hash.digest('hex'), bytes: size };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
