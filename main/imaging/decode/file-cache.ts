/** A cache of facts about files, keyed by file status, or by content if pinned. */
import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import QuickLRU from 'quick-lru';
import { pinnedFileAt } from '../container/pinned-files.ts';

/**
 * Minimum age of a file's last change, in ns, to cache facts: a younger timestamp may survive a change during the read.
 * File systems tick every 10 ms, old ones every second or half.
 */
const minAgeNs = { fine: 25_000_000n, coarse: 3_000_000_000n } as const;

export interface FileCache<V extends object> {
  /**
   * Returns cached facts, or calls `read`. Facts may come from another file with the same content.
   * @param variant further input of `read`
   * @throws errors of `read`, which are not cached
   */
  getOrRead(path: string, variant: string, read: () => Promise<V>): Promise<V>;
  /** For a file that is not pinned, with its current status. */
  getOrReadWith(status: BigIntStats, path: string, variant: string, read: () => Promise<V>): Promise<KnownValue<V>>;
}

export interface KnownValue<V extends object> {
  readonly value: V;
  /** Whether the status is the same after `read`. */
  readonly isUnchanged: boolean;
}

/** @param maxEntries least recently used entries go first */
export function createFileCache<V extends object>(
  maxEntries: number,
  isKept: (value: V) => boolean = () => true,
): FileCache<V> {
  const cache = new QuickLRU<string, V>({ maxSize: maxEntries });

  async function getOrReadWith(
    status: BigIntStats,
    path: string,
    variant: string,
    read: () => Promise<V>,
  ): Promise<KnownValue<V>> {
    const key = `${variant}\0${path}\0${identityOf(status)}`;
    const found = cache.get(key);
    if (found !== undefined) return { value: found, isUnchanged: true };
    const startNs = BigInt(Date.now()) * 1_000_000n;
    const value = await read();
    const after = await stat(path, { bigint: true }).catch(() => null);
    const isUnchanged = after !== null && identityOf(after) === identityOf(status);
    // File systems without file ids report 0.
    const isSettled =
      status.ino !== 0n && startNs - status.ctimeNs > (isFine(status) ? minAgeNs.fine : minAgeNs.coarse);
    if (isUnchanged && isSettled && isKept(value)) cache.set(key, value);
    return { value, isUnchanged };
  }

  return {
    async getOrRead(path, variant, read) {
      const pinned = pinnedFileAt(path);
      if (pinned !== undefined) {
        const content = `${variant}\0${pinned.hash}`;
        const result = cache.get(content) ?? (await read());
        if (isKept(result)) cache.set(content, result);
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
