/** Checksums of networks, which are stored next to them, and of all models. */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, type Stats, statSync } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type CatalogNetwork,
  checksumsFile,
  fileOfNetwork,
  isVerified,
  type NetworkId,
  parseChecksums,
  type VerifiedChecksums,
} from '../../../../contract/services/networks.ts';

/** `unknown`: not computed yet, or the file changed in size or time. */
type ChecksumState = 'verified' | 'damaged' | 'unknown';

export interface Checksums {
  /** Does not read the network; null if it is missing. */
  known(network: CatalogNetwork): ChecksumState | null;
  /**
   * Reads the file if needed; an unreadable one is damaged.
   * @throws the signal's reason
   */
  check(network: CatalogNetwork, signal: AbortSignal): Promise<Exclude<ChecksumState, 'unknown'> | null>;
  markVerified(network: CatalogNetwork): Promise<void>;
}

/** @param folder of networks and their checksums, which other processes and the engine share */
export function openChecksums(folder: string): Checksums {
  let entries: VerifiedChecksums = {};
  const pathOf = (id: NetworkId) => join(folder, fileOfNetwork(id));
  const file = join(folder, checksumsFile);

  const findEntry = (id: NetworkId, stats: Stats) => {
    if (!isVerified(entries[id], stats)) entries = { ...entries, ...readEntries(file) };
    const entry = entries[id];
    return isVerified(entry, stats) ? entry : undefined;
  };

  const storeChecksum = async (
    { id, checksum: expected }: CatalogNetwork,
    { size, mtimeMs }: Stats,
    checksum: string,
  ) => {
    entries = {
      ...readEntries(file),
      [id]: { bytes: size, mtimeMs, checksum, isAsPublished: checksum === expected },
    };
    // A checksum that cannot be stored is computed again next time.
    if (checksum !== unreadable) await writeFile(file, JSON.stringify(entries)).catch(() => undefined);
  };

  const known = ({ id, checksum }: CatalogNetwork): ChecksumState | null => {
    const stats = statSync(pathOf(id), { throwIfNoEntry: false });
    if (!stats?.isFile()) return null;
    const entry = findEntry(id, stats);
    if (entry === undefined) return 'unknown';
    return entry.checksum === checksum ? 'verified' : 'damaged';
  };

  return {
    known,
    async check(network, signal) {
      const before = known(network);
      if (before !== 'unknown') return before;
      const path = pathOf(network.id);
      const stats = await stat(path);
      const checksum = await checksumOf(path, network.checksum, signal).catch(() => unreadable);
      signal.throwIfAborted();
      await storeChecksum(network, stats, checksum);
      return checksum === network.checksum ? 'verified' : 'damaged';
    },
    markVerified: async (network) => storeChecksum(network, await stat(pathOf(network.id)), network.checksum),
  };
}

const unreadable = '';

function readEntries(file: string): VerifiedChecksums {
  try {
    return parseChecksums(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Returns `algorithm:hexadecimal`, by the algorithm of `expected`.
 * @throws the file system's error, or the signal's reason
 */
export async function checksumOf(file: string, expected: string, signal: AbortSignal): Promise<string> {
  const [algorithm = ''] = expected.split(':');
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file, { signal, highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return `${algorithm}:${hash.digest('hex')}`;
}

/**
 * Returns the SHA-256 (hex) of all models: computers with equal ones process photographs alike. Reads some hundred
 * megabytes. A missing folder has none.
 */
export async function modelsKey(folders: readonly string[]): Promise<string> {
  const total = createHash('sha256');
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => [] as string[]);
    for (const name of names.filter((file) => file.endsWith('.onnx')).sort()) {
      const content = createHash('sha256');
      await pipeline(createReadStream(join(folder, name)), content);
      total.update(`${name} ${content.digest('hex')}\n`);
    }
  }
  return total.digest('hex');
}
