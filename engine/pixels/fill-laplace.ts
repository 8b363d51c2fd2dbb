/** Fills holes with the smoothest surface through their borders (Laplace's equation). */
import type { Plane } from './plane.ts';

export const outsideKind = 0;
/** Has a fixed value. */
export const rimKind = 1;
/** Gets a value. */
export const holeKind = 2;

const iterations = 160;
/** Successive over-relaxation factor, between 1 and 2. */
const relaxation = 1.85;

/**
 * Fills the pixels of `holeKind` in place. Pixels of `outsideKind` have no influence.
 * @param kinds one per pixel
 */
export function fillLaplace({ width, height, data }: Plane, kinds: Uint8Array): void {
  const hole: number[] = [];
  for (let index = 0; index < kinds.length; index++) if (kinds[index] === holeKind) hole.push(index);
  const { around, counts } = neighborsOf(hole, kinds, width, height);
  // The last value, 0, represents all neighbors outside.
  const values = new Float32Array(data.length + 1);
  values.set(data);
  const mean = meanOf(data, kinds);
  for (const index of hole) values[index] = mean;
  for (let round = 0; round < iterations; round++) {
    for (let k = 0, i = 0; k < hole.length; k++, i += 4) {
      if (counts[k] === 0) continue;
      const sum = values[around[i]!]! + values[around[i + 1]!]! + values[around[i + 2]!]! + values[around[i + 3]!]!;
      const index = hole[k]!;
      values[index]! += relaxation * (sum / counts[k]! - values[index]!);
    }
  }
  for (const index of hole) data[index] = values[index]!;
}

/** Neighbors of each hole pixel, and their number; those outside have the index after the last pixel. */
function neighborsOf(hole: readonly number[], kinds: Uint8Array, width: number, height: number) {
  const around = new Int32Array(hole.length * 4).fill(kinds.length);
  const counts = new Uint8Array(hole.length);
  for (const [k, index] of hole.entries()) {
    const x = index % width;
    const add = (isInside: boolean, neighbor: number, slot: number) => {
      if (!isInside || kinds[neighbor] === outsideKind) return;
      around[4 * k + slot] = neighbor;
      counts[k]!++;
    };
    add(x > 0, index - 1, 0);
    add(x < width - 1, index + 1, 1);
    add(index >= width, index - width, 2);
    add(index < (height - 1) * width, index + width, 3);
  }
  return { around, counts };
}

function meanOf(data: Float32Array, kinds: Uint8Array): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < data.length; i++) {
    if (kinds[i] !== rimKind) continue;
    sum += data[i]!;
    count++;
  }
  return count > 0 ? sum / count : 0;
}
