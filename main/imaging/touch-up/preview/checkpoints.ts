/**
 * Pictures of a result after some of its strokes, so that undo need not paint all strokes again. When memory runs
 * short, distant ones become sparser.
 */
import { type PackedTile, packTile } from './packed-tile.ts';
import type { TiledPicture } from './tiled-image.ts';

/** Enough for thousands of usual strokes, or some hundred across the preview. */
const maxCheckpointBytes = 96 * 1024 * 1024;
/** Count of strokes from the current one within which all checkpoints matter alike. */
const nearbyCount = 8;

export interface Checkpoint {
  /** Count of strokes in the picture. */
  readonly count: number;
  readonly picture: TiledPicture;
}

/** Plain tiles are those of the bare result. */
interface Packed {
  readonly count: number;
  readonly tiles: readonly (Uint8Array | PackedTile)[];
}

export interface Checkpoints {
  /** Returns the one with the most strokes, `count` at most. */
  findUpTo(count: number): Checkpoint;
  /** Always keeps the latest one. */
  add(checkpoint: Checkpoint): void;
  /** Removes all with more than `count` strokes. */
  removeAfter(count: number): void;
  readonly bytes: number;
}

/** @param like the photograph in the channels of the result, for compression */
export function createCheckpoints(
  bare: TiledPicture,
  {
    like = null,
    maxBytes = maxCheckpointBytes,
  }: { readonly like?: TiledPicture | null; readonly maxBytes?: number } = {},
): Checkpoints {
  const common = new Set(bare.tiles);
  /** Unpacked tiles in use, so that shared ones are packed once. */
  const packed = new WeakMap<Uint8Array, PackedTile>();
  /** Count of pictures with each tile. */
  const uses = new Map<PackedTile, number>();
  /** Sorted by count. */
  let stored: Packed[] = [];
  let bytes = 0;
  const pack = ({ count, picture }: Checkpoint): Packed => {
    const tiles = picture.tiles.map((tile, index) => {
      if (common.has(tile)) return tile;
      const fresh = packed.get(tile) ?? packTile(tile, picture.channels, like?.tiles[index] ?? null);
      packed.set(tile, fresh);
      return fresh;
    });
    return { count, tiles };
  };
  const unpack = ({ count, tiles }: Packed): Checkpoint => {
    const unpackedTiles = tiles.map((tile) => {
      if (tile instanceof Uint8Array) return tile;
      const fresh = tile.unpacked();
      packed.set(fresh, tile);
      return fresh;
    });
    return { count, picture: { ...bare, tiles: unpackedTiles } };
  };
  const countUses = ({ tiles }: Packed, delta: 1 | -1) => {
    for (const tile of tiles) {
      if (tile instanceof Uint8Array) continue;
      const before = uses.get(tile) ?? 0;
      if (before + delta === 0) uses.delete(tile);
      else uses.set(tile, before + delta);
      if (before === 0) bytes += tile.bytes;
      if (before + delta === 0) bytes -= tile.bytes;
    }
  };
  const retain = (predicate: (each: Packed) => boolean) => {
    for (const each of stored) if (!predicate(each)) countUses(each, -1);
    stored = stored.filter(predicate);
  };
  return {
    findUpTo(count) {
      const found = stored.findLast((each) => each.count <= count);
      return found === undefined ? { count: 0, picture: bare } : unpack(found);
    },
    add(added) {
      const checkpoint = pack(added);
      retain(({ count }) => count !== checkpoint.count);
      stored.splice(stored.findLastIndex(({ count }) => count < checkpoint.count) + 1, 0, checkpoint);
      countUses(checkpoint, 1);
      while (bytes > maxBytes && stored.length > 1) {
        const counts = stored.map(({ count }) => count);
        countUses(stored.splice(findDispensable(counts, checkpoint.count), 1)[0]!, -1);
      }
    },
    removeAfter: (count) => retain((each) => each.count <= count),
    get bytes() {
      return bytes;
    },
  };
}

/**
 * Returns the index with the narrowest gap relative to its distance from `now`, but never `now`.
 * @param counts two or more, rising
 */
export function findDispensable(counts: readonly number[], now: number): number {
  let narrowestIndex = counts[0] === now ? 1 : 0;
  let narrowest = Infinity;
  for (let index = 0; index < counts.length; index++) {
    if (counts[index] === now) continue;
    const gap = (counts[index + 1] ?? counts[index]! + 1) - (counts[index - 1] ?? 0);
    const share = gap / (Math.abs(now - counts[index]!) + nearbyCount);
    if (share < narrowest) [narrowestIndex, narrowest] = [index, share];
  }
  return narrowestIndex;
}
