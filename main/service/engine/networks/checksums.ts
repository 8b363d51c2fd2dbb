/** Which networks on disk are as they were published: by their checksums, which are made once and remembered. */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, type Stats, statSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CatalogNetwork,
  checksumsFile,
  fileOfNetwork,
  isVerified,
  type NetworkId,
  parseChecksums,
  type VerifiedChecksums,
} from '../../../../contract/services/networks.ts';

/** `unknown`: its checksum was not made yet, or it has another size or time since. */
export type ChecksumState = 'right' | 'damaged' | 'unknown';

export interface Checksums {
  /** At once, without reading the network; null where there is no such file. */
  known(network: CatalogNetwork): ChecksumState | null;
  /** Reads the file where it must; what cannot be read is damaged. @throws the signal's reason */
  check(network: CatalogNetwork, signal: AbortSignal): Promise<Exclude<ChecksumState, 'unknown'> | null>;
  /** Remembers a file whose checksum was just found right. */
  noteRight(network: CatalogNetwork): Promise<void>;
}

/** @param folder of the networks; what is remembered is in a file there, for other processes and the engine too */
export function openChecksums(folder: string): Checksums {
  let remembered: VerifiedChecksums = {};
  const pathOf = (id: NetworkId) => join(folder, fileOfNetwork(id));
  const file = join(folder, checksumsFile);

  const recall = (id: NetworkId, found: Stats) => {
    if (!isVerified(remembered[id], found)) remembered = { ...remembered, ...readRemembered(file) };
    const entry = remembered[id];
    return isVerified(entry, found) ? entry : undefined;
  };

  const note = async ({ id, checksum: wanted }: CatalogNetwork, { size, mtimeMs }: Stats, checksum: string) => {
    remembered = {
      ...readRemembered(file),
      [id]: { bytes: size, mtimeMs, checksum, isAsPublished: checksum === wanted },
    };
    // Where it cannot be kept, the file is read again next time; so is one that may be readable then.
    if (checksum !== unreadable) await writeFile(file, JSON.stringify(remembered)).catch(() => undefined);
  };

  const known = ({ id, checksum }: CatalogNetwork): ChecksumState | null => {
    const found = statSync(pathOf(id), { throwIfNoEntry: false });
    if (!found?.isFile()) return null;
    const entry = recall(id, found);
    if (entry === undefined) return 'unknown';
    return entry.checksum === checksum ? 'right' : 'damaged';
  };

  return {
    known,
    async check(network, signal) {
      const before = known(network);
      if (before !== 'unknown') return before;
      const path = pathOf(network.id);
      const found = await stat(path);
      const checksum = await checksumOf(path, network.checksum, signal).catch(() => unreadable);
      signal.throwIfAborted();
      await note(network, found, checksum);
      return checksum === network.checksum ? 'right' : 'damaged';
    },
    noteRight: async (network) => note(network, await stat(pathOf(network.id)), network.checksum),
  };
}

/** In the place of a checksum that could not be made. */
const unreadable = '';

function readRemembered(file: string): VerifiedChecksums {
  try {
    return parseChecksums(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Of the file's bytes, by the algorithm of `wanted` and written as that is: `algorithm:hexadecimal`.
 * @throws the file system's error, or the signal's reason
 */
export async function checksumOf(file: string, wanted: string, signal: AbortSignal): Promise<string> {
  const [algorithm = ''] = wanted.split(':');
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file, { signal, highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return `${algorithm}:${hash.digest('hex')}`;
}
