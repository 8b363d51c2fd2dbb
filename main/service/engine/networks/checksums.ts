/** Which networks on disk are as they were published: by their checksums, which are made once and remembered. */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, type Stats, statSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CatalogueNetwork,
  type Checked,
  checkedFile,
  checkedFrom,
  fileOfNetwork,
  isAsChecked,
  type NetworkId,
} from '../../../../preload/contract/networks.ts';

/** `unknown`: its checksum was not made yet, or it has another size or time since. */
export type Wholeness = 'right' | 'damaged' | 'unknown';

export interface Checksums {
  /** At once, without reading the network; null where there is no such file. */
  known(network: CatalogueNetwork): Wholeness | null;
  /** Reads the file where it must; what cannot be read is damaged. @throws the signal's reason */
  check(network: CatalogueNetwork, signal: AbortSignal): Promise<Exclude<Wholeness, 'unknown'> | null>;
  /** Remembers a file whose checksum was just found right. */
  noteRight(network: CatalogueNetwork): Promise<void>;
}

/** @param folder of the networks; what is remembered is in a file there, for other processes and the engine too */
export function checksumsIn(folder: string): Checksums {
  let remembered: Checked = {};
  const pathOf = (id: NetworkId) => join(folder, fileOfNetwork(id));
  const file = join(folder, checkedFile);

  const recall = (id: NetworkId, found: Stats) => {
    if (!isAsChecked(remembered[id], found)) remembered = { ...remembered, ...readRemembered(file) };
    const entry = remembered[id];
    return isAsChecked(entry, found) ? entry : undefined;
  };

  const note = async ({ id, md5: wanted }: CatalogueNetwork, { size, mtimeMs }: Stats, md5: string) => {
    remembered = {
      ...readRemembered(file),
      [id]: { bytes: size, mtimeMs, md5, isAsPublished: md5 === wanted },
    };
    // Where it cannot be kept, the file is read again next time; so is one that may be readable then.
    if (md5 !== unreadable) await writeFile(file, JSON.stringify(remembered)).catch(() => undefined);
  };

  const known = ({ id, md5 }: CatalogueNetwork): Wholeness | null => {
    const found = statSync(pathOf(id), { throwIfNoEntry: false });
    if (!found?.isFile()) return null;
    const entry = recall(id, found);
    if (entry === undefined) return 'unknown';
    return entry.md5 === md5 ? 'right' : 'damaged';
  };

  return {
    known,
    async check(network, signal) {
      const before = known(network);
      if (before !== 'unknown') return before;
      const path = pathOf(network.id);
      const found = await stat(path);
      const md5 = await hashOf(path, 'md5', signal).catch(() => unreadable);
      signal.throwIfAborted();
      await note(network, found, md5);
      return md5 === network.md5 ? 'right' : 'damaged';
    },
    noteRight: async (network) => note(network, await stat(pathOf(network.id)), network.md5),
  };
}

/** In the place of a checksum that could not be made. */
const unreadable = '';

function readRemembered(file: string): Checked {
  try {
    return checkedFrom(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** Of the file's bytes, in hexadecimal. @throws the file system's error, or the signal's reason */
export async function hashOf(file: string, algorithm: 'md5' | 'sha512', signal: AbortSignal): Promise<string> {
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file, { signal, highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
