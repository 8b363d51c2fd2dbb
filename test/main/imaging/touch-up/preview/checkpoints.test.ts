import { expect, it } from 'vitest';
import {
  type Checkpoint,
  createCheckpoints,
  findDispensable,
} from '../../../../../main/imaging/touch-up/preview/checkpoints.ts';
import { copyOnWrite, type TiledPicture, toTiles } from '../../../../../main/imaging/touch-up/preview/tiled-image.ts';

/** Returns the picture after each of `count` strokes, which change a pixel in each of the first `tiles` tiles. */
async function strokesOn(bare: TiledPicture, count: number, tiles: number): Promise<TiledPicture[]> {
  const pictures: TiledPicture[] = [];
  let last = bare;
  for (let stroke = 1; stroke <= count; stroke++) {
    const { canvas, finish } = copyOnWrite(last);
    for (let tile = 0; tile < tiles; tile++) {
      const place = { left: (tile % 8) * 64, top: Math.floor(tile / 8) * 64, width: 1, height: 1 };
      await canvas.write(place, Uint8Array.of(1 + (stroke % 255)));
    }
    last = finish();
    pictures.push(last);
  }
  return pictures;
}

/** Compares tiles as bytes, because comparing values would take seconds. */
function expectCheckpoint({ count, picture }: Checkpoint, expectedCount: number, expected: TiledPicture): void {
  const sizeOf = ({ tiles, ...size }: TiledPicture) => ({ ...size, tiles: tiles.length });
  expect([count, sizeOf(picture)]).toEqual([expectedCount, sizeOf(expected)]);
  expect(picture.tiles.every((tile, at) => Buffer.compare(tile, expected.tiles[at]!) === 0)).toBe(true);
}

/** 64 tiles of 64 x 64 px, 4 KB each. */
const size = { width: 512, height: 512 };
const bare = toTiles(new Uint8Array(size.width * size.height), size, 1);

it('repaints no stroke while there is memory, and uses memory only for tiles with strokes', async () => {
  const kept = createCheckpoints(bare);
  const pictures = await strokesOn(bare, 300, 1);
  for (const [at, picture] of pictures.entries()) kept.add({ count: at + 1, picture });
  expect(kept.bytes).toBeLessThan((300 * 64 * 64) / 4);
  for (let count = 300; count > 0; count--) expectCheckpoint(kept.findUpTo(count), count, pictures[count - 1]!);
  expectCheckpoint(kept.findUpTo(0), 0, bare);
  kept.removeAfter(7);
  expectCheckpoint(kept.findUpTo(300), 7, pictures[6]!);
  kept.removeAfter(0);
  expect(kept.bytes).toBe(0);
});

it('stays within its bounds with strokes all over the picture, and repaints few of them', async () => {
  const pictures = await strokesOn(bare, 200, 64);
  const singleCheckpoint = createCheckpoints(bare);
  singleCheckpoint.add({ count: 1, picture: pictures[0]! });
  const maxBytes = 9 * singleCheckpoint.bytes;
  const kept = createCheckpoints(bare, { maxBytes });
  for (const [at, picture] of pictures.entries()) {
    kept.add({ count: at + 1, picture });
    expect(kept.bytes).toBeLessThanOrEqual(maxBytes);
  }
  let painted = 0;
  for (let count = 199; count >= 0; count--) {
    const from = kept.findUpTo(count).count;
    for (let at = from; at < count; at++) kept.add({ count: at + 1, picture: pictures[at]! });
    painted += count - from;
    expect(kept.bytes).toBeLessThanOrEqual(maxBytes);
  }
  expect(painted / 200).toBeLessThan(6);
});

it('keeps the shown state even if there is no memory for it', async () => {
  const kept = createCheckpoints(bare, { maxBytes: 1 });
  const [one, two] = await strokesOn(bare, 2, 64);
  kept.add({ count: 1, picture: one! });
  kept.add({ count: 2, picture: two! });
  expectCheckpoint(kept.findUpTo(9), 2, two!);
  expect(kept.findUpTo(1).count).toBe(0);
});

it.each([
  [[1, 2], 1, 1],
  [[1, 2], 2, 0],
  [[10, 20, 30, 40], 40, 0],
  [[10, 30, 31, 40], 40, 2],
  [[1, 2, 3, 100], 100, 0],
  [[5, 50, 51, 52], 5, 3],
] as const)('of %j with %i shown drops the one at %i first', (counts, now, expectedIndex) => {
  expect(findDispensable(counts, now)).toBe(expectedIndex);
});
