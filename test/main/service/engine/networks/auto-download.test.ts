import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { networks as catalogue } from '../../../../../contract/services/networks.ts';
import { autoDownload, disableAutoDownload } from '../../../../../main/service/engine/networks/auto-download.ts';
import { createNetworks } from '../../../../../main/service/engine/networks/network-manager.ts';
import { lockExclusive, openStore, type Store } from '../../../../../main/store/index.ts';
import { checksumOf } from '../../../../helpers/engine/small-network.ts';
import { noise } from '../../../../helpers/photograph/noise.ts';
import { serveFile } from '../../../../helpers/service/file-server.ts';

const bytes = noise(100_000);
const id = 'isnet-general-use';
let folder: string;
let store: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-by-itself-'));
  store = openStore({ folder });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates the state of a new app start. */
async function start() {
  const server = await serveFile(bytes);
  onTestFinished(() => server.close());
  const served = catalogue.map((each) => ({
    ...each,
    address: server.url,
    bytes: bytes.length,
    checksum: checksumOf(bytes),
  }));
  let changeCount = 0;
  const networks = createNetworks({
    folder,
    catalogue: served,
    hold: lockExclusive,
    onChange: () => (changeCount += 1),
  });
  const state = () => networks.list().find((each) => each.id === id)?.state;
  return {
    networks,
    state,
    bring: autoDownload(networks, store.settings),
    asked: () => server.ranges.length,
    told: () => changeCount,
  };
}

test('the default network alone is downloaded automatically, once', async () => {
  const { networks, state, bring, asked } = await start();
  bring();
  bring();
  await networks.download(id);
  expect([state(), asked()]).toEqual(['ready', 1]);
  expect(networks.list().filter((each) => each.state === 'ready')).toHaveLength(1);
});

test('a removed network, or one disabled by the setting, is not downloaded again', async () => {
  const first = await start();
  first.bring();
  await first.networks.download(id);
  disableAutoDownload(id, store.settings);
  await first.networks.remove(id);
  const second = await start();
  second.bring();
  expect([second.state(), second.asked(), second.told()]).toEqual(['absent', 0, 0]);
  expect(existsSync(join(folder, `${id}.onnx`))).toBe(false);
  // Removing another network does not change the setting.
  store.settings.save({ fetchNetwork: true });
  disableAutoDownload('birefnet-general', store.settings);
  expect(store.settings.read().fetchNetwork).toBe(true);
});
