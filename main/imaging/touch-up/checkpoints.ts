/**
 * Pictures of a result with its first strokes, kept so that any of its strokes is taken back without painting those before it
 * anew: one for each stroke while there is room, and then fewer, the further away the wider apart.
 */
import { type PackedTile, packedTile } from './packed-tile.ts';
import type { TiledPicture } from './tiled-image.ts';

/** Bytes of packed tiles: thousands of strokes of usual length, or some hundred that cover all of a preview. */
const maxCheckpointBytes = 96 * 1024 * 1024;
/** How near to what is shown all strokes count alike. */
const nearby = 8;

export interface Checkpoint {
  /** How many strokes it has. */
  readonly count: number;
  readonly picture: TiledPicture;
}

/** Tiles of the bare result, as they are, and others. */
interface Packed {
  readonly count: number;
  readonly tiles: readonly (Uint8Array | PackedTile)[];
}

export interface Checkpoints {
  /** The one with the most strokes, of those with no more than so many. */
  before(count: number): Checkpoint;
  /** It stays until the next one is added, whatever there is room for. */
  add(checkpoint: Checkpoint): void;
  /** Lets go of all with more strokes than so many. */
  forgetAfter(count: number): void;
  readonly bytes: number;
}

/** @param like the photograph, in the channels of the result, by which tiles are packed smaller */
export function createCheckpoints(
  bare: TiledPicture,
  {
    like = null,
    maxBytes = maxCheckpointBytes,
  }: { readonly like?: TiledPicture | null; readonly maxBytes?: number } = {},
): Checkpoints {
  const common = new Set(bare.tiles);
  /** Those that somebody has, so that what pictures share is packed once. */
  const packed = new WeakMap<Uint8Array, PackedTile>();
  /** In how many pictures each tile is. */
  const uses = new Map<PackedTile, number>();
  /** In the order of their counts. */
  let kept: Packed[] = [];
  let bytes = 0;
  const pack = ({ count, picture }: Checkpoint): Packed => {
    const tiles = picture.tiles.map((tile, index) => {
      if (common.has(tile)) return tile;
      const made = packed.get(tile) ?? packedTile(tile, picture.channels, like?.tiles[index] ?? null);
      packed.set(tile, made);
      return made;
    });
    return { count, tiles };
  };
  const unpack = ({ count, tiles }: Packed): Checkpoint => {
    const unpackedTiles = tiles.map((tile) => {
      if (tile instanceof Uint8Array) return tile;
      const made = tile.unpacked();
      packed.set(made, tile);
      return made;
    });
    return { count, picture: { ...bare, tiles: unpackedTiles } };
  };
  const use = ({ tiles }: Packed, delta: 1 | -1) => {
    for (const tile of tiles) {
      if (tile instanceof Uint8Array) continue;
      const before = uses.get(tile) ?? 0;
      if (before + delta === 0) uses.delete(tile);
      else uses.set(tile, before + delta);
      if (before === 0) bytes += tile.bytes;
      if (before + delta === 0) bytes -= tile.bytes;
    }
  };
  const keep = (those: (each: Packed) => boolean) => {
    for (const each of kept) if (!those(each)) use(each, -1);
    kept = kept.filter(those);
  };
  return {
    before(count) {
      const found = kept.findLast((each) => each.count <= count);
      return found === undefined ? { count: 0, picture: bare } : unpack(found);
    },
    add(added) {
      const checkpoint = pack(added);
      keep(({ count }) => count !== checkpoint.count);
      kept.splice(kept.findLastIndex(({ count }) => count < checkpoint.count) + 1, 0, checkpoint);
      use(checkpoint, 1);
      while (bytes > maxBytes && kept.length > 1) {
        const counts = kept.map(({ count }) => count);
        use(kept.splice(findDispensable(counts, checkpoint.count), 1)[0]!, -1);
      }
    },
    forgetAfter: (count) => keep((each) => each.count <= count),
    get bytes() {
      return bytes;
    },
  };
}

/**
 * Which of the counts to do without: the one whose gap would be narrowest for how far from `now` it is, but never `now`. Pure.
 * @param counts in rising order, two or more
 */
export function findDispensable(counts: readonly number[], now: number): number {
  let narrowestIndex = counts[0] === now ? 1 : 0;
  let narrowest = Infinity;
  for (let index = 0; index < counts.length; index++) {
    if (counts[index] === now) continue;
    const gap = (counts[index + 1] ?? counts[index]! + 1) - (counts[index - 1] ?? 0);
    const share = gap / (Math.abs(now - counts[index]!) + nearby);
    if (share < narrowest) [narrowestIndex, narrowest] = [index, share];
  }
  return narrowestIndex;
}
