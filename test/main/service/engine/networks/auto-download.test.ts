import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
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
  folder = mkdtempSync(join(tmpdir(), 'burnish-auto-download-'));
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
  const file = { address: server.url, bytes: bytes.length, checksum: checksumOf(bytes) };
  const served = catalogue.map((each) => ({ ...each, ...file }));
  const onChange = vi.fn();
  const networks = createNetworks({ folder, catalogue: served, hold: lockExclusive, onChange });
  const state = () => networks.list().find((each) => each.id === id)?.state;
  return { networks, state, onChange, start: autoDownload(networks, store.settings), requests: server.ranges };
}

test('the default network alone is downloaded automatically, once', async () => {
  const app = await start();

  app.start();
  app.start();
  await app.networks.download(id);

  expect([app.state(), app.requests.length]).toEqual(['ready', 1]);
  expect(app.networks.list().filter((each) => each.state === 'ready')).toHaveLength(1);
});

test('a removed network, or one disabled by the setting, is not downloaded again', async () => {
  const first = await start();
  first.start();
  await first.networks.download(id);
  disableAutoDownload(id, store.settings);
  await first.networks.remove(id);

  const second = await start();
  second.start();

  expect([second.state(), second.requests]).toEqual(['absent', []]);
  expect(second.onChange).not.toHaveBeenCalled();
  expect(existsSync(join(folder, `${id}.onnx`))).toBe(false);
});

test('removing another network does not change the setting', () => {
  store.settings.save({ fetchNetwork: true });
  disableAutoDownload('birefnet-general', store.settings);
  expect(store.settings.read().fetchNetwork).toBe(true);
});
