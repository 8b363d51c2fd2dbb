/** Requests about the networks of the catalogue: only what it names is fetched, from where it says. */
import { disableAutoDownload } from '../service/engine/networks/auto-download.ts';
import type { IpcContext } from './ipc-context.ts';
import type { Handlers } from './register-handlers.ts';

type NetworkHandlers = Pick<Handlers, Extract<keyof Handlers, `networks.${string}`>>;

export function networkHandlers({ networks, store }: Pick<IpcContext, 'networks' | 'store'>): NetworkHandlers {
  return {
    // Both take their time; how far they are is told with the engine's state.
    'networks.download': ({ id }) => void networks.download(id),
    'networks.cancel': ({ id }) => {
      disableAutoDownload(id, store.settings);
      networks.cancel(id);
    },
    'networks.remove': ({ id }) => {
      disableAutoDownload(id, store.settings);
      void networks.remove(id);
    },
  };
}
