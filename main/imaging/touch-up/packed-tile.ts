/**
 * Tiles of touched-up pictures in little memory: what strokes leave is the photograph's own pixels or nothing, so that hardly anything
 * remains to be said beside the photograph.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** A tile, and how many bytes it takes. */
export interface PackedTile {
  readonly bytes: number;
  /** The same array as long as anybody has it. */
  unpacked(): Uint8Array;
}

const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * @param tile not changed afterwards
 * @param like the same tile of the photograph, in the same channels; null where there is none
 */
export function packedTile(tile: Uint8Array, channels: 1 | 3 | 4, like: Uint8Array | null): PackedTile {
  // A copy: what is handed out is the beginning of a larger piece of memory.
  const packed = new Uint8Array(zstdCompressSync(inPlanes(tile, channels, like), fast));
  let kept = new WeakRef(tile);
  return {
    bytes: packed.length,
    unpacked() {
      const known = kept.deref();
      if (known !== undefined) return known;
      const made = fromPlanes(zstdDecompressSync(packed), channels, like);
      kept = new WeakRef(made);
      return made;
    },
  };
}

/** Of the last tile: the next one is as large as a rule, and packed in the same turn. */
let scratch = new Uint8Array();

/**
 * First of each pixel whether anything is there (its alpha; without one, whether it is white), then one colour after the other: what
 * differs from the photograph's where anything is.
 */
function inPlanes(tile: Uint8Array, channels: 1 | 3 | 4, like: Uint8Array | null): Uint8Array {
  if (channels === 1) return tile;
  const pixels = tile.length / channels;
  const planes = scratch.length === pixels * 4 ? scratch : new Uint8Array(pixels * 4);
  scratch = planes;
  for (let pixel = 0, from = 0; pixel < pixels; pixel++, from += channels) {
    const alpha = channels === 4 ? tile[from + 3]! : isWhite(tile, from) ? 0 : 255;
    const nothing = channels === 4 ? 0 : 255;
    planes[pixel] = alpha;
    for (let c = 0; c < 3; c++) {
      planes[(c + 1) * pixels + pixel] = tile[from + c]! ^ (alpha === 0 ? nothing : (like?.[from + c] ?? 0));
    }
  }
  return planes;
}

function fromPlanes(planes: Uint8Array, channels: 1 | 3 | 4, like: Uint8Array | null): Uint8Array {
  if (channels === 1) return new Uint8Array(planes);
  const pixels = planes.length / 4;
  const tile = new Uint8Array(pixels * channels);
  for (let pixel = 0, to = 0; pixel < pixels; pixel++, to += channels) {
    const alpha = planes[pixel]!;
    const nothing = channels === 4 ? 0 : 255;
    if (channels === 4) tile[to + 3] = alpha;
    for (let c = 0; c < 3; c++) {
      tile[to + c] = planes[(c + 1) * pixels + pixel]! ^ (alpha === 0 ? nothing : (like?.[to + c] ?? 0));
    }
  }
  return tile;
}

const isWhite = (tile: Uint8Array, offset: number) =>
  tile[offset] === 255 && tile[offset + 1] === 255 && tile[offset + 2] === 255;
