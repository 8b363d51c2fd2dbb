import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { networks } from '../../../preload/contract/networks.ts';
import { setUpNetwork } from '../../../scripts/setup/networks.ts';
import { tellerFor } from '../../../scripts/setup/say.ts';
import { serveFile } from '../../helpers/file-server.ts';
import { noise } from '../../helpers/noise.ts';
import { md5Of } from '../../helpers/small-network.ts';

const bytes = noise(300_000);
let data: string;
let said: string;
const teller = tellerFor({ write: (text) => (said += text) });

beforeEach(async () => {
  said = '';
  data = await mkdtemp(join(tmpdir(), 'burnish-setup-'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

test('a network is fetched into the data folder, after its size, licence, memory and time are said; once', async () => {
  const server = await serveFile(bytes);
  onTestFinished(() => server.close());
  const catalogue = networks.map((each) => ({ ...each, address: server.url, bytes: bytes.length, md5: md5Of(bytes) }));
  await setUpNetwork('isnet-general-use', teller, data, catalogue);
  expect(said).toContain(
    'Fetching isnet-general-use (179 MB, Apache-2.0). It wants 1500 MB of free memory, and up to 3 times as long as U²-Net.',
  );
  expect((await readFile(join(data, 'networks', 'isnet-general-use.onnx'))).equals(bytes)).toBe(true);
  await setUpNetwork('isnet-general-use', teller, data, catalogue);
  expect(server.ranges).toHaveLength(1);
});

test('a name that is none, and a place that cannot be reached, are one sentence', async () => {
  const unknown = 'There is no network “best”. There are birefnet-general, birefnet-general-lite, isnet-general-use.';
  await expect(setUpNetwork('best', teller, data)).rejects.toThrow(unknown);
  const catalogue = networks.map((each) => ({ ...each, address: 'http://127.0.0.1:9/', bytes: 10 }));
  await expect(setUpNetwork('isnet-general-use', teller, data, catalogue)).rejects.toThrow(
    '127.0.0.1:9 cannot be reached; check the internet connection, then resume.',
  );
});
