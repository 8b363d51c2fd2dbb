/** What tells a file apart from all others, whatever name it is reached by. */
import { realpath, stat } from 'node:fs/promises';

export interface FileIdentity {
  /** Absolute; of a link, where it leads. */
  readonly realPath: string;
  /** "device:inode", whole; null where the file system gives no reliable ones. */
  readonly file: string | null;
}

/**
 * The identity of the file at `path`, links followed; null when there is none, or it cannot be reached. Nothing is opened,
 * so a pipe or a device hangs nobody.
 */
export async function fileIdentity(path: string): Promise<FileIdentity | null> {
  try {
    const realPath = await realpath(path);
    // As numbers, inodes of some file systems lose their last digits, and two files become one.
    const { dev, ino } = await stat(realPath, { bigint: true });
    return { realPath, file: ino === 0n ? null : `${dev}:${ino}` };
  } catch {
    return null;
  }
}
