/**
 * Pictures of a result with its first strokes, kept so that any of its strokes is taken back without painting those before it
 * anew: one for each stroke while there is room, and then fewer, the further away the wider apart.
 */
import type { TiledPicture } from './tiles.ts';

/** Bytes of tiles, beside the bare result's: some hundred strokes of usual length, or six that cover all of a preview. */
const mostBytes = 96 * 1024 * 1024;
/** How near to what is shown all strokes count alike. */
const nearby = 8;

export interface Checkpoint {
  /** How many strokes it has. */
  readonly count: number;
  readonly picture: TiledPicture;
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

export function createCheckpoints(bare: TiledPicture, most = mostBytes): Checkpoints {
  const common = new Set(bare.tiles);
  /** In how many pictures each tile is. */
  const uses = new Map<Uint8Array, number>();
  /** In the order of their counts. */
  let kept: Checkpoint[] = [];
  let bytes = 0;
  const use = ({ picture }: Checkpoint, by: 1 | -1) => {
    for (const tile of picture.tiles) {
      if (common.has(tile)) continue;
      const before = uses.get(tile) ?? 0;
      if (before + by === 0) uses.delete(tile);
      else uses.set(tile, before + by);
      if (before === 0) bytes += tile.length;
      if (before + by === 0) bytes -= tile.length;
    }
  };
  const keep = (those: (each: Checkpoint) => boolean) => {
    for (const each of kept) if (!those(each)) use(each, -1);
    kept = kept.filter(those);
  };
  return {
    before: (count) => kept.findLast((each) => each.count <= count) ?? { count: 0, picture: bare },
    add(checkpoint) {
      keep(({ count }) => count !== checkpoint.count);
      kept.splice(kept.findLastIndex(({ count }) => count < checkpoint.count) + 1, 0, checkpoint);
      use(checkpoint, 1);
      while (bytes > most && kept.length > 1) {
        const counts = kept.map(({ count }) => count);
        use(kept.splice(leastMissed(counts, checkpoint.count), 1)[0]!, -1);
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
export function leastMissed(counts: readonly number[], now: number): number {
  let least = counts[0] === now ? 1 : 0;
  let narrowest = Infinity;
  for (let at = 0; at < counts.length; at++) {
    if (counts[at] === now) continue;
    const gap = (counts[at + 1] ?? counts[at]! + 1) - (counts[at - 1] ?? 0);
    const share = gap / (Math.abs(now - counts[at]!) + nearby);
    if (share < narrowest) [least, narrowest] = [at, share];
  }
  return least;
}
