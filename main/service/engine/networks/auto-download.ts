/** The network that is the default comes without being asked for, once, and not to those who do not want it. */

import type { Settings } from '../../../../contract/app/settings.ts';
import { defaultNetwork, type NetworkId } from '../../../../contract/services/networks.ts';
import type { Networks } from './network-manager.ts';

interface Choice {
  read(): Pick<Settings, 'fetchNetwork'>;
  save(values: Pick<Settings, 'fetchNetwork'>): void;
}

/**
 * What brings it, or goes on with it, where nobody refused it. Only the first call does: what cannot be reached is tried for at
 * the next start again. `Networks.list` says how it ended.
 */
export function autoDownload(networks: Pick<Networks, 'download'>, choice: Choice): () => void {
  let isTried = false;
  return () => {
    if (isTried) return;
    isTried = true;
    if (choice.read().fetchNetwork) void networks.download(defaultNetwork);
  };
}

/** Somebody cancelled or removed that network: it does not come back by itself. */
export function disableAutoDownload(id: NetworkId, choice: Choice): void {
  if (id === defaultNetwork) choice.save({ fetchNetwork: false });
}
