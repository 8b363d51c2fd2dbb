/** A small picture as tiles, most of which it shares with the picture it was painted from: a stroke takes memory only where it is. */
import { type Area, overlap } from '../../../contract/touch-up/stroke-mask.ts';
import type { Region, Size } from '../size.ts';
import { cropPixels, pastePixels } from './crop-pixels.ts';
import type { Canvas } from './painter.ts';

/** px */
const side = 64;

export interface TiledPicture extends Size {
  readonly channels: 1 | 3 | 4;
  /** Row after row of tiles; those on the right and lower rim are as small as what is left. Never written to. */
  readonly tiles: readonly Uint8Array[];
}

export function toTiles(pixels: Uint8Array, size: Size, channels: 1 | 3 | 4): TiledPicture {
  const tiles = [...placesOf(size)].map(({ area }) => cropPixels(pixels, size.width, channels, area));
  return { ...size, channels, tiles };
}

/** The pixels of a region, row after row. */
export function readTiledPixels({ tiles, channels, ...size }: TiledPicture, region: Region): Uint8Array {
  const pixels = new Uint8Array(region.width * region.height * channels);
  for (const { index, area, shared } of placesOf(size, region)) {
    const part = cropPixels(tiles[index]!, area.width, channels, relativeTo(shared, area));
    pastePixels(pixels, region.width, channels, relativeTo(shared, region), part);
  }
  return pixels;
}

/** A canvas on a copy, which has tiles of its own only where something was changed. */
export function copyOnWrite({ tiles, channels, ...size }: TiledPicture): {
  readonly canvas: Canvas;
  done(): TiledPicture;
} {
  const own = [...tiles];
  const canvas: Canvas = {
    ...size,
    channels,
    depth: 8,
    read: async (region) => readTiledPixels({ ...size, channels, tiles: own }, region),
    async write(region, samples) {
      for (const { index, area, shared } of placesOf(size, region)) {
        const part = cropPixels(samples as Uint8Array, region.width, channels, relativeTo(shared, region));
        const place = relativeTo(shared, area);
        if (Buffer.compare(part, cropPixels(own[index]!, area.width, channels, place)) === 0) continue;
        if (own[index] === tiles[index]) own[index] = new Uint8Array(own[index]!);
        pastePixels(own[index]!, area.width, channels, place, part);
      }
    },
  };
  return { canvas, done: () => ({ ...size, channels, tiles: own }) };
}

/** The smallest area outside of which two pictures of one size share their tiles; null where they share all. */
export function changedArea(a: TiledPicture, b: TiledPicture): Area | null {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (const { index, area } of placesOf(a)) {
    if (a.tiles[index] === b.tiles[index]) continue;
    left = Math.min(left, area.left);
    top = Math.min(top, area.top);
    right = Math.max(right, area.left + area.width);
    bottom = Math.max(bottom, area.top + area.height);
  }
  return right === 0 ? null : { left, top, width: right - left, height: bottom - top };
}

interface Place {
  /** Which tile it is. */
  readonly index: number;
  readonly area: Area;
  /** What of the region that was asked for lies in it. */
  readonly shared: Area;
}

function* placesOf({ width, height }: Size, region: Area = { left: 0, top: 0, width, height }): Generator<Place> {
  const across = Math.ceil(width / side);
  const bottom = Math.min(height, region.top + region.height);
  const right = Math.min(width, region.left + region.width);
  for (let row = Math.floor(region.top / side); row * side < bottom; row++) {
    for (let column = Math.floor(region.left / side); column * side < right; column++) {
      const [left, top] = [column * side, row * side];
      const area = { left, top, width: Math.min(side, width - left), height: Math.min(side, height - top) };
      const shared = overlap(area, region);
      if (shared !== null) yield { index: row * across + column, area, shared };
    }
  }
}

const relativeTo = (part: Area, { left, top }: Area): Region => ({
  ...part,
  left: part.left - left,
  top: part.top - top,
});
