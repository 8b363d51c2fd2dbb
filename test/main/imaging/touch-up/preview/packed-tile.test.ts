import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { packTile } from '../../../../../main/imaging/touch-up/preview/packed-tile.ts';
import { createSeededRandom } from '../../../../helpers/run/seeded-random.ts';

const noise = (length: number) => {
  const chance = createSeededRandom(7);
  return Uint8Array.from({ length }, () => chance.below(256));
};

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;
/** Collects unpacked tiles, because tiles still in use are returned without unpacking. */
async function collect(): Promise<void> {
  // The target of a weak reference stays alive until the current task ends.
  await new Promise((resolve) => setImmediate(resolve));
  gc();
}

/** Packs a copy of a tile, collects the copy and unpacks it. */
async function packAndUnpack(tile: Uint8Array, channels: 1 | 3 | 4, like: Uint8Array | null) {
  const packed = packTile(new Uint8Array(tile), channels, like);
  await collect();
  return { bytes: packed.bytes, tile: packed.unpacked() };
}

it.each([1, 3, 4] as const)('a tile of %i channels is unpacked unchanged, whatever its content', async (channels) => {
  const like = noise(64 * 64 * channels).reverse();
  const tile = noise(64 * 64 * channels);
  for (let at = 0; at < 1000; at++) tile.set(like.subarray(at * channels, (at + 1) * channels), at * channels);
  tile.fill(channels === 3 ? 255 : 0, 2000 * channels, 3000 * channels);
  // Some services return colored transparent pixels.
  if (channels === 4) for (let at = 3000; at < 3500; at++) tile[at * 4 + 3] = 0;
  expect((await packAndUnpack(tile, channels, like)).tile).toEqual(tile);
  expect((await packAndUnpack(tile, channels, null)).tile).toEqual(tile);
});

it('unchanged and empty parts take hardly any memory', async () => {
  const like = noise(64 * 64 * 4);
  for (let at = 3; at < like.length; at += 4) like[at] = 255;
  const tile = new Uint8Array(like);
  for (let row = 0; row < 64; row++) tile.fill(0, (row * 64 + (row % 40)) * 4, (row * 64 + (row % 40) + 20) * 4);
  const { bytes } = await packAndUnpack(tile, 4, like);
  expect(bytes).toBeLessThan(tile.length / 20);
});
