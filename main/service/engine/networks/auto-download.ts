/** Downloads the default network automatically, unless the user declined. */

import type { Settings } from '../../../../contract/app/settings.ts';
import { defaultNetwork, type NetworkId } from '../../../../contract/services/networks.ts';
import type { Networks } from './network-manager.ts';

interface Choice {
  read(): Pick<Settings, 'fetchNetwork'>;
  save(values: Pick<Settings, 'fetchNetwork'>): void;
}

/** The first call starts or resumes the download; a failure waits for the next start of the app. */
export function autoDownload(networks: Pick<Networks, 'download'>, choice: Choice): () => void {
  let hasStarted = false;
  return () => {
    if (hasStarted) return;
    hasStarted = true;
    if (choice.read().fetchNetwork) void networks.download(defaultNetwork);
  };
}

/** Keeps a network away that the user canceled or removed. */
export function disableAutoDownload(id: NetworkId, choice: Choice): void {
  if (id === defaultNetwork) choice.save({ fetchNetwork: false });
}
