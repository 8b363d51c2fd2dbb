/**
 * A cache of facts about files. It is keyed by file status, or for pinned files by content, which other files may
 * share.
 */
import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import QuickLRU from 'quick-lru';
import { pinnedFileAt } from '../container/pinned-files.ts';

/**
 * Minimum age of a change, in ns, before a file's facts are cached. A change during the read could keep the same
 * timestamp. File systems tick every 10 ms at most; old ones every second or half.
 */
const settled = { fine: 25_000_000n, coarse: 3_000_000_000n } as const;

export interface FileCache<V extends object> {
  /**
   * Returns cached facts, or else those that `read` finds. They are cached if the file stays unchanged, and may come
   * from another file with the same content.
   * @param variant further input of `read`
   * @throws errors of `read`, which are not cached
   */
  getOrRead(path: string, variant: string, read: () => Promise<V>): Promise<V>;
  /** Skips the lookup of the status, for a file that is not pinned. */
  getOrReadWith(status: BigIntStats, path: string, variant: string, read: () => Promise<V>): Promise<KnownValue<V>>;
}

export interface KnownValue<V extends object> {
  readonly value: V;
  /** Whether the file still had the same status after `read`. */
  readonly isUnchanged: boolean;
}

/**
 * @param maxEntries size of the cache, least recently used entries go first
 * @param isKept whether a value may be cached
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
    // File systems without file ids report 0.
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

const identityOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats) => `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;

const isFine = ({ mtimeNs, ctimeNs }: BigIntStats) => mtimeNs % 10_000_000n !== 0n || ctimeNs % 10_000_000n !== 0n;
