/** Services as the rest of the app reaches them: the built-in engine with its networks, remote ones, and the ways to both. */

import { toLogText } from '../../contract/message.ts';
import type { CatalogueNetwork } from '../../contract/networks.ts';
import { builtInProfileId } from '../../contract/profile.ts';
import { networksFolderIn } from '../default-data-dir.ts';
import { followHealth, releaseNetwork } from '../service/engine/health.ts';
import { createEngineHost, type EngineChild } from '../service/engine/host.ts';
import { fetchOnce } from '../service/engine/networks/by-itself.ts';
import { createNetworks } from '../service/engine/networks/networks.ts';
import { chosenRoutes } from '../service/http/network/chosen-routes.ts';
import type { KeyStore } from '../service/keys.ts';
import { createServices } from '../service/services.ts';
import { holdFile, type Store, unlessTrouble } from '../store/index.ts';

export interface ServiceParts {
  readonly store: Store;
  readonly keys: KeyStore;
  readonly log: { warn(text: string): void };
  readonly dataDir: string;
  readonly launchEngine: () => EngineChild;
  readonly catalogue?: readonly CatalogueNetwork[] | undefined;
  readonly fetchesNetwork?: boolean | undefined;
  readonly systemProxy?: ((url: string) => Promise<string>) | undefined;
  readonly onChange: () => void;
}

export function wireServices(parts: ServiceParts) {
  const { store, keys, log, dataDir, onChange, systemProxy } = parts;
  const host = createEngineHost({
    launch: parts.launchEngine,
    onChange: ({ condition, message }) => {
      if (message !== null) log.warn(toLogText(message));
      if (condition === 'ready') services.forget(builtInProfileId);
      if (condition === 'ready' && parts.fetchesNetwork) fetchNetwork();
      onChange();
    },
  });
  const health = followHealth(host, onChange);
  const routes = chosenRoutes({ settings: store.settings.read, keys, env: process.env, systemProxy });
  const networks = createNetworks({
    folder: networksFolderIn(dataDir),
    catalogue: parts.catalogue,
    hold: holdFile,
    routes,
    release: (id) => releaseNetwork(host, id),
    onChange: (isOver) => {
      onChange();
      // Another network is the best one now.
      if (isOver) void health.check();
    },
  });
  const fetchNetwork = unlessTrouble(fetchOnce(networks, store.settings));
  const services = createServices({ store, keys, engine: host, onChange, routes });
  return {
    services,
    networks,
    routes,
    /** The built-in engine as the screen shows it. */
    engineStatus: () => ({ ...host.condition, ...health.now(), networks: networks.list() }),
    engine: host,
    checkHealth: health.check,
    async stop() {
      await networks.stop();
      await host.stop();
    },
  };
}
