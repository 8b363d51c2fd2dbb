import { type Message, msg, toLogText } from '../../contract/messages/message.ts';
import { titleOfNetwork } from '../../contract/services/graphics.ts';
import type { CatalogNetwork } from '../../contract/services/networks.ts';
import { builtInProfileId } from '../../contract/services/profile.ts';
import { networksFolderIn } from '../default-data-dir.ts';
import { createEngineHost, type EngineChild, restartEngine } from '../service/engine/engine-host.ts';
import { releaseNetwork, watchHealth } from '../service/engine/health.ts';
import { autoDownload } from '../service/engine/networks/auto-download.ts';
import { createNetworks } from '../service/engine/networks/network-manager.ts';
import { createRoutesFromSettings } from '../service/http/network/proxy-settings.ts';
import type { KeyStore } from '../service/keys/key-store.ts';
import { createServices } from '../service/services.ts';
import { lockExclusive, type Store, skipOnTrouble } from '../store/index.ts';

export interface ServiceParts {
  readonly store: Store;
  readonly keys: KeyStore;
  readonly log: { warn(text: string): void };
  readonly dataDir: string;
  readonly launchEngine: (hasGraphics: boolean) => EngineChild;
  readonly catalog?: readonly CatalogNetwork[] | undefined;
  readonly fetchesNetwork?: boolean | undefined;
  readonly systemProxy?: ((url: string) => Promise<string>) | undefined;
  readonly onChange: () => void;
  readonly onNotice: (text: Message) => void;
}

/** Wires the services: the built-in engine with its networks, remote services, and their routes. */
export function wireServices(parts: ServiceParts) {
  const { store, keys, log, dataDir, onChange, onNotice, systemProxy } = parts;
  let hasGraphics = false;
  let restarting = Promise.resolve();
  const host = createEngineHost({
    launch: () => {
      hasGraphics = store.settings.read().graphics;
      return parts.launchEngine(hasGraphics);
    },
    onChange: ({ condition, message }) => {
      if (message !== null) log.warn(toLogText(message));
      if (condition === 'ready') services.forget(builtInProfileId);
      if (condition === 'ready' && parts.fetchesNetwork) fetchNetwork();
      onChange();
    },
  });
  const health = watchHealth(host, onChange, ({ network }) =>
    onNotice(msg('service.engine.graphicsStopped', { network: titleOfNetwork(network) })),
  );
  const followSettings = async () => {
    if (store.settings.read().graphics === hasGraphics) return;
    await restartEngine(host);
    await health.check();
  };
  const unsubscribe = store.changes.subscribe(({ lists, foreign }) => {
    if (foreign || lists.has('settings')) restarting = restarting.then(followSettings).catch(() => undefined);
  });
  const routes = createRoutesFromSettings({ settings: store.settings.read, keys, env: process.env, systemProxy });
  const networks = createNetworks({
    folder: networksFolderIn(dataDir),
    catalogue: parts.catalog,
    hold: lockExclusive,
    routes,
    release: (id) => releaseNetwork(host, id),
    onChange: (isOver) => {
      onChange();
      // Another network may be the best one.
      if (isOver) void health.check();
    },
  });
  const fetchNetwork = skipOnTrouble(autoDownload(networks, store.settings));
  const services = createServices({ store, keys, engine: host, onChange, routes });
  return {
    services,
    networks,
    routes,
    engineStatus: () => ({ ...host.condition, ...health.now(), networks: networks.list() }),
    engine: host,
    checkHealth: health.check,
    async stop() {
      unsubscribe();
      await restarting;
      await networks.stop();
      await host.stop();
    },
  };
}
