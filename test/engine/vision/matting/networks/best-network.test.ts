import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileOfNetwork, type NetworkId, networks } from '../../../../../contract/services/networks.ts';
import { runOperation } from '../../../../../engine/operations/index.ts';
import { bestNetworkMatte, networkUseOf } from '../../../../../engine/vision/matting/networks/best-network.ts';
import { findSubject } from '../../../../../engine/vision/matting/subject.ts';
import { decodePhoto, type Photo } from '../../../../../engine/vision/photo/decode.ts';
import { freeModel, freeModels, isLoaded } from '../../../../../engine/vision/runtimes/onnx-sessions.ts';
import { smallNetwork } from '../../../../helpers/engine/small-network.ts';
import { scratchFolder } from '../../../../helpers/photograph/photographs.ts';

const root = scratchFolder();
let folder: string;

beforeEach(() => {
  folder = join(root, String(Math.random()));
  mkdirSync(folder, { recursive: true });
  vi.stubEnv('BURNISH_NETWORKS', folder);
  vi.spyOn(process, 'availableMemory').mockReturnValue(2e10);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await freeModels();
});

function put(id: NetworkId, bytes = smallNetwork(networks.find((network) => network.id === id)!)): void {
  writeFileSync(join(folder, fileOfNetwork(id)), bytes);
}

/** A bright square in the middle of a dark photograph. */
function square(): Photo {
  const [width, height] = [120, 80];
  const rgb = Buffer.alloc(width * height * 3, 20);
  for (let y = 20; y < 60; y++) rgb.fill(240, (y * width + 40) * 3, (y * width + 80) * 3);
  return { width, height, rgb, alpha: null };
}

test('without networks there is no matte, and the bundled network is reported as used', async () => {
  const photo = square();
  expect(await bestNetworkMatte(photo, 60, 40)).toBeNull();
  expect(networkUseOf(photo)).toEqual({ used: 'u2net', passed_over: [] });
});

test.each(['isnet-general-use', 'birefnet-general'] as const)(
  '%s gives its matte at the requested size',
  async (id) => {
    put(id);
    const photo = square();
    const seen = await bestNetworkMatte(photo, 60, 40);
    expect([seen?.width, seen?.height]).toEqual([60, 40]);
    expect(seen?.data[20 * 60 + 30]).toBeGreaterThan(0.95);
    expect(seen?.data[5 * 60 + 5]).toBeLessThan(0.05);
    expect(networkUseOf(photo)).toEqual({ used: id, passed_over: [] });
  },
);

test('the best network is used first; short of memory, the next one is used and reported', async () => {
  put('isnet-general-use');
  put('birefnet-general-lite');
  const rich = square();
  await bestNetworkMatte(rich, 60, 40);
  expect(networkUseOf(rich)?.used).toBe('birefnet-general-lite');
  await freeModels();
  const needed = networks.find(({ id }) => id === 'birefnet-general-lite')!.memoryBytes;
  vi.spyOn(process, 'availableMemory').mockReturnValue(needed - 1);
  const poor = square();
  if (process.platform === 'darwin') return;
  await bestNetworkMatte(poor, 60, 40);
  expect(networkUseOf(poor)).toEqual({
    used: 'isnet-general-use',
    passed_over: [{ network: 'birefnet-general-lite', reason: 'memory', needed, free: needed - 1 }],
  });
});

test('a file that cannot be loaded is skipped', async () => {
  put('birefnet-general', Buffer.from('no network at all'));
  put('isnet-general-use');
  const photo = square();
  expect(await bestNetworkMatte(photo, 60, 40)).not.toBeNull();
  expect(networkUseOf(photo)).toEqual({
    used: 'isnet-general-use',
    passed_over: [{ network: 'birefnet-general', reason: 'broken' }],
  });
});

test('if it finds nothing, the bundled network is used', async () => {
  put('isnet-general-use', smallNetwork(networks[3]!, -100));
  const dark: Photo = { width: 30, height: 30, rgb: Buffer.alloc(2700, 255), alpha: null };
  expect(await bestNetworkMatte(dark, 30, 30)).toBeNull();
  expect(networkUseOf(dark)).toEqual({ used: 'u2net', passed_over: [] });
});

test('a network can be released, even while it runs', async () => {
  put('isnet-general-use');
  const bestSeen = bestNetworkMatte(square(), 60, 40);
  await expect.poll(() => isLoaded('isnet-general-use'), { interval: 1 }).toBe(true);
  await freeModel('isnet-general-use');
  expect(isLoaded('isnet-general-use')).toBe(false);
  expect(await bestSeen).not.toBeNull();
});

test('a cutout of a product uses the network and our matting, and reports it', async () => {
  put('isnet-general-use');
  const { width, height, rgb } = square();
  const image = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(480)
    .png()
    .toBuffer();
  const output = await runOperation({
    operation: 'commodity-background-removal',
    params: { return_form: 'mask' },
    images: { image: new Uint8Array(image) },
    signal: new AbortController().signal,
  });
  if (output.kind !== 'image') throw new Error('not an image');
  expect(output.network).toEqual({ used: 'isnet-general-use', passed_over: [] });
  const mask = await sharp(output.file.bytes).extractChannel(0).raw().toBuffer();
  expect([mask[160 * 480 + 240], mask[40 * 480 + 40]]).toEqual([255, 0]);
});

test('only the network decides the subject of any photograph', { tags: ['long'] }, async () => {
  put('birefnet-general');
  const { width, height, rgb } = square();
  const image = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(480)
    .png()
    .toBuffer();
  const photo = await decodePhoto(new Uint8Array(image));
  const subject = await findSubject(photo, new AbortController().signal);
  expect(networkUseOf(photo)?.used).toBe('birefnet-general');
  expect(subject?.matte.data[256 * 768 + 384]).toBeCloseTo(1, 3);
  expect(subject?.matte.data[20 * 768 + 20]).toBeCloseTo(0, 3);
});
