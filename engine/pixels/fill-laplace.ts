/** Fills a hole in a plane like a film of soap: as smoothly as its rim allows. */
import type { Plane } from './plane.ts';

/** What a pixel is to the filling. */
export const outsideKind = 0;
/** Its value holds, and the film is fixed to it. */
export const rimKind = 1;
/** Its value is wanted. */
export const holeKind = 2;

const rounds = 160;
/** Over-relaxation: how far each step goes beyond the mean of the neighbours. */
const haste = 1.85;

/**
 * Solves Laplace's equation for the pixels marked `holeKind`, in place. `outsideKind` pixels have no say: the film ends there.
 * @param kinds one of the three marks per pixel
 */
export function fillLaplace({ width, height, data }: Plane, kinds: Uint8Array): void {
  const hole = [...kinds.keys()].filter((index) => kinds[index] === holeKind);
  const mean = meanOf(data, kinds);
  for (const index of hole) data[index] = mean;
  const around = neighborsOf(hole, kinds, width, height);
  for (let round = 0; round < rounds; round++) {
    for (let k = 0; k < hole.length; k++) {
      let sum = 0;
      let count = 0;
      for (let i = 4 * k; i < 4 * k + 4; i++) {
        const near = around[i]!;
        if (near === -1) continue;
        sum += data[near]!;
        count++;
      }
      const index = hole[k]!;
      if (count > 0) data[index]! += haste * (sum / count - data[index]!);
    }
  }
}

/** For each pixel of the hole the four beside it; -1 for those that have no say. */
function neighborsOf(hole: readonly number[], kinds: Uint8Array, width: number, height: number): Int32Array {
  const around = new Int32Array(hole.length * 4).fill(-1);
  for (const [k, index] of hole.entries()) {
    const x = index % width;
    if (x > 0 && kinds[index - 1] !== outsideKind) around[4 * k] = index - 1;
    if (x < width - 1 && kinds[index + 1] !== outsideKind) around[4 * k + 1] = index + 1;
    if (index >= width && kinds[index - width] !== outsideKind) around[4 * k + 2] = index - width;
    if (index < (height - 1) * width && kinds[index + width] !== outsideKind) around[4 * k + 3] = index + width;
  }
  return around;
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
