/** A preview in tiles. Versions share unchanged tiles to save memory. */
import { type Area, overlap } from '../../../../contract/touch-up/stroke-mask.ts';
import type { Region, Size } from '../../size.ts';
import { type Canvas, cropPixels, pastePixels } from '../canvas.ts';

/** px. */
const tileSidePx = 64;

export interface TiledPicture extends Size {
  readonly channels: 1 | 3 | 4;
  /** Row by row; smaller at the right and lower edge. Never written to. */
  readonly tiles: readonly Uint8Array[];
}

export function toTiles(pixels: Uint8Array, size: Size, channels: 1 | 3 | 4): TiledPicture {
  const tiles = [...placesOf(size)].map(({ area }) => cropPixels(pixels, size.width, channels, area));
  return { ...size, channels, tiles };
}

export function readTiledPixels({ tiles, channels, ...size }: TiledPicture, region: Region): Uint8Array {
  const pixels = new Uint8Array(region.width * region.height * channels);
  for (const { index, area, shared } of placesOf(size, region)) {
    const part = cropPixels(tiles[index]!, area.width, channels, relativeTo(shared, area));
    pastePixels(pixels, region.width, channels, relativeTo(shared, region), part);
  }
  return pixels;
}

/** Returns a canvas whose writes copy the tiles that they change. */
export function copyOnWrite({ tiles, channels, ...size }: TiledPicture): {
  readonly canvas: Canvas;
  finish(): TiledPicture;
} {
  const copies = [...tiles];
  const canvas: Canvas = {
    ...size,
    channels,
    depth: 8,
    read: async (region) => readTiledPixels({ ...size, channels, tiles: copies }, region),
    async write(region, samples) {
      for (const { index, area, shared } of placesOf(size, region)) {
        const part = cropPixels(samples as Uint8Array, region.width, channels, relativeTo(shared, region));
        const place = relativeTo(shared, area);
        if (Buffer.compare(part, cropPixels(copies[index]!, area.width, channels, place)) === 0) continue;
        if (copies[index] === tiles[index]) copies[index] = new Uint8Array(copies[index]!);
        pastePixels(copies[index]!, area.width, channels, place, part);
      }
    },
  };
  return { canvas, finish: () => ({ ...size, channels, tiles: copies }) };
}

/** Returns the bounds of all tiles that differ, or null. */
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
  readonly index: number;
  readonly area: Area;
  /** The part inside the requested region. */
  readonly shared: Area;
}

function* placesOf({ width, height }: Size, region: Area = { left: 0, top: 0, width, height }): Generator<Place> {
  const across = Math.ceil(width / tileSidePx);
  const bottom = Math.min(height, region.top + region.height);
  const right = Math.min(width, region.left + region.width);
  for (let row = Math.floor(region.top / tileSidePx); row * tileSidePx < bottom; row++) {
    for (let column = Math.floor(region.left / tileSidePx); column * tileSidePx < right; column++) {
      const [left, top] = [column * tileSidePx, row * tileSidePx];
      const area = { left, top, width: Math.min(tileSidePx, width - left), height: Math.min(tileSidePx, height - top) };
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
