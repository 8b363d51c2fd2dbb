/** Downloads the default network automatically, once, unless the user declined. */

import type { Settings } from '../../../../contract/app/settings.ts';
import { defaultNetwork, type NetworkId } from '../../../../contract/services/networks.ts';
import type { Networks } from './network-manager.ts';

interface Choice {
  read(): Pick<Settings, 'fetchNetwork'>;
  save(values: Pick<Settings, 'fetchNetwork'>): void;
}

/**
 * Returns a function that starts or resumes the download at its first call. After a failure the next start of the app
 * tries again. `Networks.list` shows the outcome.
 */
export function autoDownload(networks: Pick<Networks, 'download'>, choice: Choice): () => void {
  let hasStarted = false;
  return () => {
    if (hasStarted) return;
    hasStarted = true;
    if (choice.read().fetchNetwork) void networks.download(defaultNetwork);
  };
}

/** Disables the download of a network that the user canceled or removed. */
export function disableAutoDownload(id: NetworkId, choice: Choice): void {
  if (id === defaultNetwork) choice.save({ fetchNetwork: false });
}
