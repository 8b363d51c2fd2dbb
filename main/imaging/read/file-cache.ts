/**
 * What was found out about files, kept for as long as they are the same: whoever asks again need not read them again. Of a file
 * that is held it is kept by its content, and is known of every other file with that.
 */
import type { BigIntStats } from 'node:fs';
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
  /** The same for a file that is not held, with its present status. */
  getOrReadWith(status: BigIntStats, path: string, variant: string, read: () => Promise<V>): Promise<KnownValue<V>>;
}

export interface KnownValue<V extends object> {
  readonly value: V;
  /** Whether the file still had the same status after `read`. */
  readonly isUnchanged: boolean;
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

  async function getOrReadWith(
    status: BigIntStats,
    path: string,
    variant: string,
    read: () => Promise<V>,
  ): Promise<KnownValue<V>> {
    const key = `${variant}\0${path}\0${identityOf(status)}`;
    const found = known.get(key);
    if (found !== undefined) return { value: found, isUnchanged: true };
    const begun = BigInt(Date.now()) * 1_000_000n;
    const value = await read();
    const after = await stat(path, { bigint: true }).catch(() => null);
    const isUnchanged = after !== null && identityOf(after) === identityOf(status);
    // A system that tells no files apart gives all of them the number 0.
    const isKnown = status.ino !== 0n && begun - status.ctimeNs > (isFine(status) ? settled.fine : settled.coarse);
    if (isUnchanged && isKnown && isKept(value)) known.set(key, value);
    return { value, isUnchanged };
  }

  return {
    async getOrRead(path, variant, read) {
      const held = pinnedFileAt(path);
      if (held !== undefined) {
        const content = `${variant}\0${held.hash}`;
        const result = known.get(content) ?? (await read());
        if (isKept(result)) known.set(content, result);
        return result;
      }
      const status = await stat(path, { bigint: true }).catch(() => null);
      return status === null ? read() : (await getOrReadWith(status, path, variant, read)).value;
    },
    getOrReadWith,
  };
}

/** Size, both times, and which file it is. */
const identityOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats) => `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;

const isFine = ({ mtimeNs, ctimeNs }: BigIntStats) => mtimeNs % 10_000_000n !== 0n || ctimeNs % 10_000_000n !== 0n;
