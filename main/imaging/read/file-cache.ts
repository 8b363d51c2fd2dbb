/**
 * What was found out about files, kept for as long as they are the same: whoever asks again need not read them again. Of a file
 * that is held it is kept by its content, and is known of every other file with that.
 */
import { stat } from 'node:fs/promises';
import QuickLRU from 'quick-lru';
import { pinnedFileAt } from '../container/pinned-files.ts';

/**
 * How long a file must have been left alone before what is read of it counts as known, ns: a change in the very moment in which it is
 * read would leave it the time that it had. Disks tell times by ticks of at most 10 ms, but for old kinds, which tell whole or half seconds.
 */
const settled = { fine: 25_000_000n, coarse: 3_000_000_000n } as const;

export interface FileCache<V extends object> {
  /**
   * What is known of the file at `path`, else what `read` finds out: that is kept if the file has stayed the same meanwhile. It
   * may have been found out of another file with the same content.
   * @param variant what else the answer depends on
   * @throws what `read` throws, which is not kept
   */
  getOrRead(path: string, variant: string, read: () => Promise<V>): Promise<V>;
}

/**
 * @param maxEntries how many answers are kept, those asked for last
 * @param isKept which of them may be
 */
export function createFileCache<V extends object>(
  maxEntries: number,
  isKept: (value: V) => boolean = () => true,
): FileCache<V> {
  const known = new QuickLRU<string, V>({ maxSize: maxEntries });
  return {
    async getOrRead(path, variant, read) {
      const held = pinnedFileAt(path);
      if (held !== undefined) {
        const content = `${variant}\0${held.hash}`;
        const result = known.get(content) ?? (await read());
        if (isKept(result)) known.set(content, result);
        return result;
      }
      const before = await identity(path);
      if (before === null) return read();
      const key = `${variant}\0${path}\0${before.text}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const begun = BigInt(Date.now()) * 1_000_000n;
      const value = await read();
      const isSettled = begun - before.changed > (before.isFine ? settled.fine : settled.coarse);
      if (isSettled && isKept(value) && (await identity(path))?.text === before.text) known.set(key, value);
      return value;
    },
  };
}

/** Size, both times, and which file it is. Null where there is none, or its system tells no files apart. */
async function identity(path: string) {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    if (ino === 0n) return null;
    return {
      text: [dev, ino, size, mtimeNs, ctimeNs].join(' '),
      // Of a change of whatever kind; the other one is as a program sets it.
      changed: ctimeNs,
      isFine: mtimeNs % 10_000_000n !== 0n || ctimeNs % 10_000_000n !== 0n,
    };
  } catch {
    return null;
  }
}
