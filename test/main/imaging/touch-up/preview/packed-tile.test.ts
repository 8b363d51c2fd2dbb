import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { Stroke } from '../../../../../contract/touch-up/touch-up.ts';
import { packTile } from '../../../../../main/imaging/touch-up/preview/packed-tile.ts';
import { createStrokeList } from '../../../../../main/imaging/touch-up/preview/stroke-list.ts';
import { toTiles } from '../../../../../main/imaging/touch-up/preview/tiled-image.ts';
import { createSeededRandom } from '../../../../helpers/run/seeded-random.ts';

const { signal } = new AbortController();
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

it('none of 45 strokes all over a preview is painted twice, however they are undone', {
  tags: ['long'],
}, async () => {
  const size = { width: 1024, height: 768 };
  const photograph = noise(size.width * size.height * 4);
  for (let at = 3; at < photograph.length; at += 4) photograph[at] = 255;
  const bare = toTiles(new Uint8Array(photograph.length), size, 4);
  let painted = 0;
  const list = createStrokeList(bare, toTiles(photograph, size, 4), async ({ points: [[from] = [0]] }, canvas) => {
    painted++;
    const region = { left: 0, top: 0, ...size };
    const pixels = await canvas.read(region);
    // Restores every third column of the photograph and erases another.
    const [now, whole] = [new Uint32Array(pixels.buffer), new Uint32Array(photograph.buffer)];
    for (let at = 0; at < now.length; at++) {
      const turn = (at + from!) % 3;
      if (turn === 0) now[at] = whole[at]!;
      else if (turn === 1) now[at] = 0;
    }
    await canvas.write(region, pixels);
  });
  const strokes = Array.from(
    { length: 45 },
    (_, at): Stroke => ({
      ...{ mode: 'restore', radius: 9, softness: 0, edgeAware: false },
      points: [[at, 0]],
    }),
  );
  const tiles: (readonly Uint8Array[])[] = [];
  for (const [at, stroke] of strokes.entries()) {
    list.change(at, [stroke]);
    tiles.push((await list.picture(signal)).tiles.map((tile) => new Uint8Array(tile.subarray(0, 256))));
  }
  for (let count = 44; count > 0; count--) {
    if (count % 10 === 0) await collect();
    list.change(count, []);
    const picture = await list.picture(signal);
    // Compares bytes, because comparing values would take seconds.
    const isSame = picture.tiles.every((tile, i) => Buffer.compare(tile.subarray(0, 256), tiles[count - 1]![i]!) === 0);
    expect([picture.tiles.length, isSame]).toEqual([tiles[count - 1]!.length, true]);
  }
  expect(painted).toBe(45);
});
