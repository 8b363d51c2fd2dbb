/**
 * Downloads networks of the catalog (contract/services/networks.ts) to the data folder, for the window and the command
 * line.
 */

import { formatMessage } from '../../contract/messages/format-message.ts';
import {
  type CatalogNetwork,
  defaultNetwork,
  networkIdSchema,
  networkIds,
  networks,
  networkTerms,
  networkTitle,
} from '../../contract/services/networks.ts';
import { configuredDataDir, networksFolderIn } from '../../main/default-data-dir.ts';
import { restrictToOwner } from '../../main/files/private-files.ts';
import { createNetworks } from '../../main/service/engine/networks/network-manager.ts';
import { lockExclusive } from '../../main/store/index.ts';
import { megabytes } from './format-megabytes.ts';
import type { ProgressReporter } from './progress-output.ts';

/** A network could not be downloaded; the message is for the user. */
export class NoNetwork extends Error {
  override name = 'NoNetwork';
}

export interface NetworkSetUp {
  readonly reporter: ProgressReporter;
  /** Data folder of Burnish. Default: that of window and command line. */
  readonly dataDir?: string;
  /** As in `NetworksOptions`. */
  readonly catalogue?: readonly CatalogNetwork[] | undefined;
  /** Gives up after this time (ms) without data. Default: as in the window. */
  readonly patienceMs?: number;
}

/**
 * Prints a description, then downloads the network, or resumes its download.
 * @throws NoNetwork
 */
export async function setUpNetwork(name: string, options: NetworkSetUp): Promise<void> {
  const { reporter, dataDir = configuredDataDir(), catalogue, patienceMs } = options;
  const id = networkIdSchema.safeParse(name).data;
  if (id === undefined) throw new NoNetwork(`There is no network “${name}”. Networks: ${networkIds.join(', ')}.`);
  const network = networks.find((each) => each.id === id) as CatalogNetwork;
  const { bytes, licence, memoryBytes, timesAsLong } = network;
  restrictToOwner();
  const all = createNetworks({
    folder: networksFolderIn(dataDir),
    catalogue,
    hold: lockExclusive,
    onChange: () => {
      patience?.refresh();
      reporter.progress(id, status().doneBytes, status().totalBytes);
    },
  });
  const status = () => all.list().find((each) => each.id === id)!;
  await all.checked(id);
  if (status().state === 'ready') return reporter.log(`${id} is already installed.`);
  reporter.log(
    `Downloading ${id} (${megabytes(bytes)}, ${licence}). It needs ${megabytes(memoryBytes)} of free memory and takes up to ${timesAsLong} times as long as U²-Net. ${formatMessage(networkTerms(network))}`,
  );
  const patience = patienceMs === undefined ? undefined : setTimeout(() => all.cancel(id), patienceMs);
  try {
    await all.download(id);
  } finally {
    clearTimeout(patience);
    await all.stop();
    reporter.finished(id);
  }
  const { state, message } = status();
  if (state !== 'ready') throw new NoNetwork(formatMessage(message ?? '', 'terminal'));
  reporter.log(`${id} is installed and will be used from the next photograph on.`);
}

/** Downloads the default network. If that fails, prints why, and set-up continues without it. */
export async function setUpDefaultNetwork({ patienceMs = 10_000, ...options }: NetworkSetUp): Promise<void> {
  await setUpNetwork(defaultNetwork, { ...options, patienceMs }).catch(() =>
    options.reporter.log(
      `${networkTitle(defaultNetwork)}, the better network for cutouts, could not be downloaded. U²-Net is used until you run \`npm run setup -- --model ${defaultNetwork}\`.`,
    ),
  );
}
