/** Compressed tiles of touched-up pictures. Only the difference from the photograph is stored. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

export interface PackedTile {
  readonly bytes: number;
  /** Returns the same array while it is in use. */
  unpacked(): Uint8Array;
}

const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * @param tile must not change afterwards
 * @param like the photograph's tile in the same channels, or null
 */
export function packTile(tile: Uint8Array, channels: 1 | 3 | 4, like: Uint8Array | null): PackedTile {
  // Copies, because zstd returns a part of a larger buffer.
  const packed = new Uint8Array(zstdCompressSync(toPlanes(tile, channels, like), fast));
  let cached = new WeakRef(tile);
  return {
    bytes: packed.length,
    unpacked() {
      const cachedTile = cached.deref();
      if (cachedTile !== undefined) return cachedTile;
      const tileCopy = fromPlanes(zstdDecompressSync(packed), channels, like);
      cached = new WeakRef(tileCopy);
      return tileCopy;
    },
  };
}

/** Reused by the next tile, usually of equal size. */
let scratch = new Uint8Array();

/** Separates alpha (or non-white) from colors, which are XORed with the photograph's. */
function toPlanes(tile: Uint8Array, channels: 1 | 3 | 4, like: Uint8Array | null): Uint8Array {
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
