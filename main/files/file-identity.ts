import type { BigIntStats, Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';

export interface FileIdentity {
  readonly realPath: string;
  /** "device:inode"; null if the file system has no reliable inodes. */
  readonly file: string | null;
}

/** Follows links. */
export async function fileIdentity(path: string, status?: BigIntStats): Promise<FileIdentity | null> {
  try {
    const realPath = await realpath(path);
    // Large inodes would lose their last digits as numbers.
    const { dev, ino } = status ?? (await stat(realPath, { bigint: true }));
    return { realPath, file: ino === 0n ? null : `${dev}:${ino}` };
  } catch {
    return null;
  }
}

/** In ms. */
export function modifiedAt(status: Stats | BigIntStats): number {
  if (typeof status.mtimeMs === 'number') return status.mtimeMs;
  const { mtimeNs } = status as BigIntStats;
  return Number(mtimeNs / 1_000_000_000n) * 1e3 + Number(mtimeNs % 1_000_000_000n) / 1e6;
}
