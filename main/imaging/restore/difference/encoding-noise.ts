/** Separates changes from the noise of lossy encodings. */
import type { Size } from '../../size.ts';

/** px; the block of JPEG and WEBP. */
const side = 8;
/**
 * Mean change of a block (levels of 255), alone and with neighbors, from where it counts partly and fully. JPEG of
 * quality 80 to 95 and then 95 reaches 1.2 and 0.6.
 */
const meanAlone = [1.4, 2] as const;
const meanAround = [0.7, 1.1] as const;
/**
 * Root mean square change of a block, relative to the quiet half of blocks, from where it counts partly and fully.
 * `bounds` (levels) clamps both. The same photographs reach 2.7.
 */
const rise = [5, 8] as const;
const bounds = [2.5, 4] as const;

/** The operation's share of the change, 0 to 1. */
export type ChangedShare = (x: number, y: number) => number;

/**
 * @param before RGB of the upload, `after` RGB of the result, both of `size`
 * @param isLossless whether every difference is a change
 */
export function createChangedShare(
  before: Uint8Array,
  after: Uint8Array,
  size: Size,
  isLossless: boolean,
): ChangedShare {
  if (isLossless) return () => 1;
  const columns = Math.ceil(size.width / side);
  const rows = Math.ceil(size.height / side);
  const { sums, energies } = blockChanges(before, after, size, columns, rows);
  const alone = maxMagnitudes(sums);
  const around = maxMagnitudes(sums.map((each) => combineNeighbors(each, columns, rows, mean)));
  const quiet = energies.filter((_, i) => around[i]! < meanAround[0]).sort();
  const noise = quiet[quiet.length >> 1] ?? 0;
  const [from, to] = rise.map((times) => Math.min(bounds[1], Math.max(bounds[0], times * noise)));
  const counts = energies.map((energy, i) =>
    Math.max(
      ramp(energy, from!, Math.max(to!, from! + 1)),
      ramp(alone[i]!, ...meanAlone),
      ramp(around[i]!, ...meanAround),
    ),
  );
  // Changes pass through zero, so neighbors count. The share fades out over a block.
  const share = combineNeighbors(combineNeighbors(counts, columns, rows, max), columns, rows, mean);
  return (x, y) => {
    const across = Math.min(columns - 1, Math.max(0, (x + 0.5) / side - 0.5));
    const down = Math.min(rows - 1, Math.max(0, (y + 0.5) / side - 0.5));
    const [left, top] = [Math.floor(across), Math.floor(down)];
    const index = top * columns + left;
    const [s, t] = [across - left, down - top];
    const right = s > 0 ? 1 : 0;
    const below = t > 0 ? columns : 0;
    const upper = share[index]! + s * (share[index + right]! - share[index]!);
    const lower = share[index + below]! + s * (share[index + below + right]! - share[index + below]!);
    return upper + t * (lower - upper);
  };
}

/** Mean change of each block by channel, and root mean square; levels of 255. Incomplete blocks count in part. */
function blockChanges(before: Uint8Array, after: Uint8Array, { width, height }: Size, columns: number, rows: number) {
  const sums = [0, 1, 2].map(() => new Float32Array(columns * rows));
  const energies = new Float32Array(columns * rows);
  for (let y = 0; y < height; y++) {
    for (let x = 0, offset = y * width * 3; x < width; x++, offset += 3) {
      const block = Math.floor(y / side) * columns + Math.floor(x / side);
      for (let c = 0; c < 3; c++) {
        const change = after[offset + c]! - before[offset + c]!;
        if (change === 0) continue;
        sums[c]![block]! += change / (side * side);
        energies[block]! += (change * change) / (3 * side * side);
      }
    }
  }
  return { sums, energies: energies.map(Math.sqrt) };
}

function maxMagnitudes(planes: readonly Float32Array[]): Float32Array {
  return planes[0]!.map((_, i) => Math.max(...planes.map((plane) => Math.abs(plane[i]!))));
}

function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

/** Combines each value with its existing neighbors. */
function combineNeighbors(
  values: Float32Array,
  columns: number,
  rows: number,
  combine: (around: number[]) => number,
): Float32Array {
  return values.map((_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const around: number[] = [];
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
        around.push(values[y * columns + x]!);
    }
    return combine(around);
  });
}

const max = (values: number[]) => Math.max(...values);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
