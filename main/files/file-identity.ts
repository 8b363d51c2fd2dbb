import { realpath, stat } from 'node:fs/promises';

export interface FileIdentity {
  readonly realPath: string;
  /** "device:inode"; null if the file system has no reliable inodes. */
  readonly file: string | null;
}

/** Follows links. */
export async function fileIdentity(path: string): Promise<FileIdentity | null> {
  try {
    const realPath = await realpath(path);
    // Large inodes would lose their last digits as numbers.
    const { dev, ino } = await stat(realPath, { bigint: true });
    return { realPath, file: ino === 0n ? null : `${dev}:${ino}` };
  } catch {
    return null;
  }
}
