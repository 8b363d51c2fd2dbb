/** Which networks of the catalogue are there, and whether there is memory for them. */
import { readFileSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import {
  type CatalogNetwork,
  checksumsFile,
  fileOfNetwork,
  isVerified,
  type NetworkId,
  networkOf,
  networks,
  parseChecksums,
  type SkippedNetwork,
  type VerifiedChecksums,
} from '../../../contract/services/networks.ts';
import { networksFolder } from './models-folder.ts';

/** Absolute path of a network's file; null for a model that is none of the catalogue, and where there is no folder of networks. */
export function pathOfNetwork(model: string): string | null {
  const folder = networksFolder();
  const known = networkOf(model);
  return folder === null || !known ? null : join(folder, fileOfNetwork(known.id));
}

/**
 * The networks that were fetched, best first. A file has its name only once its checksum was right; one that the app found
 * changed since then is left out.
 */
export function installedNetworks(): CatalogNetwork[] {
  const checked = readChecked();
  return networks.filter(({ id }) => {
    const path = pathOfNetwork(id);
    const found = path === null ? undefined : statSync(path, { throwIfNoEntry: false });
    if (!found?.isFile()) return false;
    return checked[id]?.isAsPublished !== false || !isVerified(checked[id], found);
  });
}

function readChecked(): VerifiedChecksums {
  try {
    return parseChecksums(readFileSync(join(networksFolder() ?? '', checksumsFile), 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Why a network is not to be used now, by its memory; null where there is enough.
 * @param isLoaded its weights are in memory already
 * @param free bytes
 */
export function shortOfMemory(
  { id, memoryBytes, bytes }: Pick<CatalogNetwork, 'id' | 'memoryBytes' | 'bytes'>,
  isLoaded: boolean,
  free = availableMemory(),
): SkippedNetwork | null {
  const needed = isLoaded ? Math.max(0, memoryBytes - bytes) : memoryBytes;
  return free >= needed ? null : { network: id, reason: 'memory', needed, free };
}

/**
 * Memory that programs can have now, in bytes; no more than a container may use. macOS calls only those pages free that it
 * keeps nothing in: there, half of all memory is taken to be available at least.
 */
export function availableMemory(platform: NodeJS.Platform = process.platform): number {
  const reportedBytes = process.availableMemory();
  return platform === 'darwin' ? Math.max(reportedBytes, totalmem() / 2) : reportedBytes;
}

/** What would be used now: the best network that is there and has memory; null = our own. Better ones that were passed over. */
export function chooseNetwork(isLoaded: (id: NetworkId) => boolean): {
  best: NetworkId | null;
  passedOver: SkippedNetwork[];
} {
  const passedOver: SkippedNetwork[] = [];
  for (const network of installedNetworks()) {
    const short = shortOfMemory(network, isLoaded(network.id));
    if (short === null) return { best: network.id, passedOver };
    passedOver.push(short);
  }
  return { best: null, passedOver };
}
