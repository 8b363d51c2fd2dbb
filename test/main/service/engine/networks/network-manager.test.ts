import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { networks as catalogue, type NetworkId } from '../../../../../contract/services/networks.ts';
import { createNetworks, type NetworksOptions } from '../../../../../main/service/engine/networks/network-manager.ts';
import { lockExclusive } from '../../../../../main/store/index.ts';
import { checksumOf } from '../../../../helpers/engine/small-network.ts';
import { noise } from '../../../../helpers/photograph/noise.ts';
import { messageText } from '../../../../helpers/run/message-matchers.ts';
import { serveFile } from '../../../../helpers/service/file-server.ts';
import { closeServer, listen } from '../../../../helpers/service/listening.ts';

const bytes = noise(400_000);
const id = 'isnet-general-use';
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'burnish-networks-'));
  file = join(folder, `${id}.onnx`);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Opens the catalog with every network served at `address`. */
function open(address: string, options: Partial<NetworksOptions> = {}) {
  const served = catalogue.map((each) => ({ ...each, address, bytes: bytes.length, checksum: checksumOf(bytes) }));
  const manager = createNetworks({ folder, catalogue: served, hold: lockExclusive, ...options });
  return Object.assign(manager, { state: () => manager.list().find((each) => each.id === id) });
}

async function served(): Promise<string> {
  const server = await serveFile(bytes);
  onTestFinished(() => server.close());
  return server.url;
}

/** A server that sends half of the file and then stalls. */
async function halting(): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2));
  });
  onTestFinished(() => closeServer(server));
  return `http://127.0.0.1:${await listen(server)}/`;
}

const noServer = 'http://127.0.0.1:9/';
const isThere = (seen: () => boolean) => expect.poll(seen).toBe(true);

test('a network is absent, downloaded, ready, and removed once the engine has unloaded it', async () => {
  const released: NetworkId[] = [];
  const networks = open(await served(), {
    release: async (networkId) => {
      // The file must still exist, because Windows could not have deleted it before.
      expect(existsSync(file)).toBe(true);
      released.push(networkId);
    },
  });
  expect(networks.state()).toMatchObject({ state: 'absent', doneBytes: 0, totalBytes: bytes.length, message: null });
  const states = new Set<string | undefined>();
  const download = Promise.all([networks.download(id), networks.download(id)]);
  states.add(networks.state()?.state);
  await download;
  expect([...states, networks.state()?.state]).toEqual(['downloading', 'ready']);
  expect((await readFile(file)).equals(bytes)).toBe(true);
  await networks.remove(id);
  expect(networks.state()).toMatchObject({ state: 'absent', message: null });
  expect([existsSync(file), released]).toEqual([false, [id]]);
});

test('a canceled download keeps its part, and the next app start resumes it', async () => {
  const networks = open(await halting());
  const download = networks.download(id);
  await isThere(() => (networks.state()?.doneBytes ?? 0) > 0);
  networks.cancel(id);
  await download;
  expect(networks.state()).toMatchObject({ state: 'partial', message: null });
  const again = open(await served());
  expect(again.state()?.state).toBe('partial');
  await again.download(id);
  expect((await readFile(file)).equals(bytes)).toBe(true);
});

test('another process’s download and its part are left to it, and both have the result', async () => {
  const [first, second] = [open(await halting()), open(await served())];
  const elsewhere =
    'Another window or command of Burnish is downloading or removing ISNet. Wait until it has finished.';
  const download = first.download(id);
  await isThere(() => existsSync(`${file}.part`));
  await second.download(id);
  expect(messageText(second.state()?.message)).toBe(elsewhere);
  await second.remove(id);
  expect([messageText(second.state()?.message), existsSync(`${file}.part`)]).toEqual([elsewhere, true]);
  first.cancel(id);
  await download;
  await second.download(id);
  expect(second.state()).toMatchObject({ state: 'ready', message: null });
  await first.download(id);
  expect(first.state()).toMatchObject({ state: 'ready', message: null });
});

test('a network can be removed during its download', async () => {
  const networks = open(await halting());
  void networks.download(id);
  await isThere(() => existsSync(`${file}.part`));
  await networks.remove(id);
  expect(networks.state()).toMatchObject({ state: 'absent', doneBytes: 0 });
});

test('closing the app stops a download', async () => {
  const networks = open(await halting());
  const download = networks.download(id);
  await isThere(() => existsSync(`${file}.part`));
  await networks.stop();
  await download;
  expect(networks.state()?.state).toBe('partial');
});

test('a file that cannot be deleted is reported as in use', { tags: ['long'] }, async () => {
  const networks = open(noServer);
  // A folder of that name simulates a locked file.
  await mkdir(file);
  await writeFile(join(file, 'x'), '');
  await networks.remove(id);
  expect(messageText(networks.state()?.message)).toBe('ISNet is in use. Remove it when the photograph is done.');
});

test('a file that was changed on disk is missing, reported, and downloaded again', async () => {
  const address = await served();
  await open(address).download(id);
  await writeFile(file, bytes.subarray(0, 300_000));
  const changed =
    'The file of ISNet is incomplete or has changed since it was downloaded, so it is not used. Download it again.';
  const networks = open(address);
  expect(networks.state()?.state).toBe('checking');
  await networks.checked(id);
  expect(networks.state()).toMatchObject({ state: 'absent', doneBytes: 0, totalBytes: bytes.length });
  expect(messageText(networks.state()?.message)).toBe(changed);
  await networks.download(id);
  expect(networks.state()).toMatchObject({ state: 'ready', message: null });
  expect((await readFile(file)).equals(bytes)).toBe(true);
});

test('a file is read once for its checksum, which the next app start remembers', async () => {
  await writeFile(file, bytes);
  let changeCount = 0;
  const first = open(noServer, { onChange: () => (changeCount += 1) });
  expect(first.state()?.state).toBe('checking');
  await first.checked(id);
  expect([first.state()?.state, changeCount]).toEqual(['ready', 1]);
  expect(open(noServer).state()?.state).toBe('ready');
});
