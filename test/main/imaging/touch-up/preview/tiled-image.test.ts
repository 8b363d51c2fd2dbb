import { expect, it } from 'vitest';
import {
  changedArea,
  copyOnWrite,
  readTiledPixels,
  toTiles,
} from '../../../../../main/imaging/touch-up/preview/tiled-image.ts';
import { createSeededRandom } from '../../../../helpers/run/seeded-random.ts';

const random = createSeededRandom(5);
const size = { width: 150, height: 130 };
const fullRegion = { left: 0, top: 0, ...size };

it.each([1, 3, 4] as const)('reads and writes like one contiguous buffer: %i channels', async (channels) => {
  const pixels = Uint8Array.from({ length: size.width * size.height * channels }, () => random.below(256));
  const picture = toTiles(pixels, size, channels);
  expect(picture.tiles).toHaveLength(9);
  expect(Buffer.compare(readTiledPixels(picture, fullRegion), pixels)).toBe(0);
  const region = { left: 50, top: 60, width: 90, height: 10 };
  const { canvas, finish } = copyOnWrite(picture);
  const part = Uint8Array.from({ length: 90 * 10 * channels }, () => random.below(256));
  await canvas.write(region, part);
  expect(Buffer.compare((await canvas.read(region)) as Uint8Array, part)).toBe(0);
  const wanted = new Uint8Array(pixels);
  for (let row = 0; row < 10; row++) {
    wanted.set(part.subarray(row * 90 * channels, (row + 1) * 90 * channels), ((60 + row) * 150 + 50) * channels);
  }
  expect(Buffer.compare(readTiledPixels(finish(), fullRegion), wanted)).toBe(0);
  // The original is unchanged and shares its unchanged tiles.
  expect(Buffer.compare(readTiledPixels(picture, fullRegion), pixels)).toBe(0);
  expect(changedArea(picture, finish())).toEqual({ left: 0, top: 0, width: 150, height: 128 });
  expect(finish().tiles.filter((tile, at) => tile === picture.tiles[at])).toHaveLength(3);
});

it('shares all tiles if the written pixels are the same', async () => {
  const picture = toTiles(new Uint8Array(150 * 130).fill(9), size, 1);
  const { canvas, finish } = copyOnWrite(picture);
  await canvas.write(fullRegion, new Uint8Array(150 * 130).fill(9));
  expect(changedArea(picture, finish())).toBe(null);
});
