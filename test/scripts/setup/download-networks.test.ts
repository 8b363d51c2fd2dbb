import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { networks } from '../../../contract/services/networks.ts';
import { chooseNetwork } from '../../../engine/vision/runtimes/available-networks.ts';
import { partialPath } from '../../../main/service/engine/networks/fetch-network.ts';
import { setUpDefaultNetwork, setUpNetwork } from '../../../scripts/setup/download-networks.ts';
import { projectRoot } from '../../../scripts/setup/paths.ts';
import { createProgressReporter } from '../../../scripts/setup/progress-output.ts';
import { checksumOf } from '../../helpers/engine/small-network.ts';
import { noise } from '../../helpers/photograph/noise.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';
import { waitUntil } from '../../helpers/run/wait-until.ts';
import { type Manners, serveFile } from '../../helpers/service/file-server.ts';

const bytes = noise(300_000);
const id = 'isnet-general-use';
const missed =
  'ISNet, the better network for cutouts, could not be downloaded. U²-Net is used until you run `npm run setup -- --model isnet-general-use`.\n';
let dataDir: string;
let output: string;
const reporter = createProgressReporter({ write: (text) => (output += text) });

beforeEach(() => {
  output = '';
  dataDir = scratchFolder();
});

const fileOf = () => join(dataDir, 'networks', `${id}.onnx`);
const catalogAt = (address: string) =>
  networks.map((each) => ({ ...each, address, bytes: bytes.length, checksum: checksumOf(bytes) }));

async function serve(manners?: Manners) {
  const server = await serveFile(bytes, manners);
  onTestFinished(() => server.close());
  return server;
}

test('downloads a network once, after stating its size, licence, memory and time', async () => {
  const server = await serve();
  const options = { reporter, dataDir, catalogue: catalogAt(server.url) };
  await setUpNetwork(id, options);
  expect(output).toContain(
    'Downloading isnet-general-use (179 MB, Apache-2.0). It needs 1500 MB of free memory and takes up to 3 times as long as U²-Net. Its authors license “code and evaluation metric” under Apache-2.0. They have not replied to questions about the weights.',
  );
  expect((await readFile(fileOf())).equals(bytes)).toBe(true);
  await setUpNetwork(id, options);
  expect(server.ranges).toHaveLength(1);
});

test('reports an unknown name or an unreachable address in one sentence', { tags: ['long'] }, async () => {
  const unknown =
    'There is no network “best”. Networks: birefnet-general, birefnet-general-lite, birefnet-512, isnet-general-use.';
  await expect(setUpNetwork('best', { reporter, dataDir })).rejects.toThrow(unknown);
  await expect(setUpNetwork(id, { reporter, dataDir, catalogue: catalogAt('http://127.0.0.1:9/') })).rejects.toThrow(
    '127.0.0.1:9 cannot be reached. Check the internet connection, then resume.',
  );
});

test('a complete set-up downloads the default network for the engine, unless it is declined', async () => {
  const { url } = await serve();
  const catalog = join(dataDir, 'catalogue.json');
  await writeFile(
    catalog,
    JSON.stringify({ [id]: { address: url, bytes: bytes.length, checksum: checksumOf(bytes) } }),
  );
  const env = { ...process.env, BURNISH_CATALOGUE: catalog, BURNISH_DATA: dataDir };
  const setUp = async (...words: string[]) => {
    const script = spawn(process.execPath, [join(projectRoot, 'scripts/setup.ts'), ...words], { env });
    return (await once(script, 'exit'))[0];
  };
  expect([await setUp('--without-networks'), existsSync(fileOf())]).toEqual([0, false]);
  expect([await setUp(), existsSync(fileOf())]).toEqual([0, true]);
  vi.stubEnv('BURNISH_NETWORKS', join(dataDir, 'networks'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const { best, passedOver } = chooseNetwork(() => false);
  // A busy computer may have too little free memory for the best network.
  expect(best ?? passedOver[0]?.network).toBe(id);
});

test('set-up continues with one message if the default network is unavailable or nothing arrives', {
  tags: ['long'],
}, async () => {
  await setUpDefaultNetwork({ reporter, dataDir, catalogue: catalogAt('http://127.0.0.1:9/') });
  expect(output.endsWith(missed)).toBe(true);
  const { url } = await serve({ status: 503 });
  await setUpDefaultNetwork({ reporter, dataDir, catalogue: catalogAt(url) });
  expect(output.split(missed)).toHaveLength(3);
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  await setUpDefaultNetwork({ reporter, dataDir, catalogue: catalogAt(address), patienceMs: 200 });
  expect(output.split(missed)).toHaveLength(4);
});

test('resumes an interrupted download', async () => {
  const part = partialPath(fileOf());
  const stored = () =>
    waitUntil(() => existsSync(part) && statSync(part).size === 100_000, 'The bytes are not stored.');
  const broken = await serve({ cutAfter: [100_000, 0, 0, 0, 0], cutWhen: stored });
  const options = { reporter, dataDir };
  await setUpDefaultNetwork({ ...options, catalogue: catalogAt(broken.url), patienceMs: 1000 });
  expect(output.endsWith(missed)).toBe(true);
  const workingServer = await serve();
  await setUpDefaultNetwork({ ...options, catalogue: catalogAt(workingServer.url) });
  expect(workingServer.ranges).toEqual(['bytes=100000-']);
  expect((await readFile(fileOf())).equals(bytes)).toBe(true);
});
