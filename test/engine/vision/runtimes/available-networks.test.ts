import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  availableMemory,
  chooseNetwork,
  findMemoryShortage,
  installedNetworks,
  pathOfNetwork,
} from '../../../../engine/vision/runtimes/available-networks.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

const root = scratchFolder();
let folder: string;

beforeEach(() => {
  folder = join(root, String(Math.random()));
  mkdirSync(folder, { recursive: true });
  vi.stubEnv('BURNISH_NETWORKS', folder);
});
afterEach(() => vi.unstubAllEnvs());

const put = (name: string) => writeFileSync(join(folder, name), 'x');

test('a part of a download is not installed', () => {
  expect(installedNetworks()).toEqual([]);
  put('isnet-general-use.onnx');
  put('birefnet-general.onnx.part');
  expect(installedNetworks().map(({ id }) => id)).toEqual(['isnet-general-use']);
});

test('a network whose file was found to be changed is left out until the file is replaced', () => {
  put('isnet-general-use.onnx');
  const { size, mtimeMs } = statSync(join(folder, 'isnet-general-use.onnx'));
  const note = { bytes: size, mtimeMs, checksum: `md5:${'0'.repeat(32)}`, isAsPublished: false };
  writeFileSync(join(folder, 'checked.json'), JSON.stringify({ 'isnet-general-use': note }));
  expect(installedNetworks()).toEqual([]);
  writeFileSync(join(folder, 'isnet-general-use.onnx'), 'xy');
  expect(installedNetworks()).toHaveLength(1);
});

test('without a folder there is none, and bundled models are not in the folder', () => {
  put('u2net.onnx');
  expect(pathOfNetwork('u2net')).toBeNull();
  vi.stubEnv('BURNISH_NETWORKS', '');
  expect([installedNetworks(), pathOfNetwork('isnet-general-use')]).toEqual([[], null]);
});

test('a network that does not fit into memory is reported with its needs', () => {
  const network = { id: 'birefnet-general', memoryBytes: 9e9, bytes: 1e9 } as const;
  expect(findMemoryShortage(network, false, 9e9)).toBeNull();
  expect(findMemoryShortage(network, false, 8.5e9)).toEqual({
    network: 'birefnet-general',
    reason: 'memory',
    needed: 9e9,
    free: 8.5e9,
  });
  // The weights of a loaded network need no more memory.
  expect(findMemoryShortage(network, true, 8.5e9)).toBeNull();
});

test.skipIf(process.platform === 'darwin')('the best network that fits into memory is used', () => {
  put('isnet-general-use.onnx');
  put('birefnet-general.onnx');
  vi.spyOn(process, 'availableMemory').mockReturnValue(4e9);
  const { best, passedOver } = chooseNetwork(() => false);
  expect(best).toBe('isnet-general-use');
  expect(passedOver.map(({ network }) => network)).toEqual(['birefnet-general']);
  vi.restoreAllMocks();
});

test('on macOS, at least half of the memory counts as available', () => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(1);
  expect(availableMemory('linux')).toBe(1);
  expect(availableMemory('darwin')).toBeGreaterThan(1e8);
  vi.restoreAllMocks();
});
