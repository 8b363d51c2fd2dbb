/** Installed networks of the catalog, and their memory. */
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

/** Returns an absolute path, or null for other models. */
export function pathOfNetwork(model: string): string | null {
  const folder = networksFolder();
  const network = networkOf(model);
  return folder === null || !network ? null : join(folder, fileOfNetwork(network.id));
}

/** Returns networks, best first, without those whose file the app has found to be changed. */
export function installedNetworks(): CatalogNetwork[] {
  const checksums = readVerifiedChecksums();
  return networks.filter(({ id }) => {
    const path = pathOfNetwork(id);
    const file = path === null ? undefined : statSync(path, { throwIfNoEntry: false });
    if (!file?.isFile()) return false;
    return checksums[id]?.isAsPublished !== false || !isVerified(checksums[id], file);
  });
}

function readVerifiedChecksums(): VerifiedChecksums {
  try {
    return parseChecksums(readFileSync(join(networksFolder() ?? '', checksumsFile), 'utf8'));
  } catch {
    return {};
  }
}

/** Returns null if a network fits into memory. @param free bytes */
export function findMemoryShortage(
  { id, memoryBytes, bytes }: Pick<CatalogNetwork, 'id' | 'memoryBytes' | 'bytes'>,
  isLoaded: boolean,
  free = availableMemory(),
): SkippedNetwork | null {
  const needed = isLoaded ? Math.max(0, memoryBytes - bytes) : memoryBytes;
  return free >= needed ? null : { network: id, reason: 'memory', needed, free };
}

/** Returns bytes. macOS reports too little, so at least half of its memory counts. */
export function availableMemory(platform: NodeJS.Platform = process.platform): number {
  const reportedBytes = process.availableMemory();
  return platform === 'darwin' ? Math.max(reportedBytes, totalmem() / 2) : reportedBytes;
}

/** Returns the best network that fits into memory, or null for the bundled one, and better ones that do not fit. */
export function chooseNetwork(isLoaded: (id: NetworkId) => boolean): {
  best: NetworkId | null;
  passedOver: SkippedNetwork[];
} {
  const passedOver: SkippedNetwork[] = [];
  for (const network of installedNetworks()) {
    const shortage = findMemoryShortage(network, isLoaded(network.id));
    if (shortage === null) return { best: network.id, passedOver };
    passedOver.push(shortage);
  }
  return { best: null, passedOver };
}
