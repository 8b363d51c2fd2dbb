// Fills a hole in a plane like a film of soap: as smoothly as its rim allows.

import type { Plane } from './plane.ts';

/** What a pixel is to the filling. */
export const OUTSIDE = 0;
/** Its value holds, and the film is fixed to it. */
export const RIM = 1;
/** Its value is wanted. */
export const HOLE = 2;

const ROUNDS = 400;
/** Over-relaxation: how far each step goes beyond the mean of the neighbours. */
const HASTE = 1.85;

/**
 * Solves Laplace's equation for the pixels marked HOLE, in place. OUTSIDE pixels have no say: the film ends there.
 * @param kinds one of the three marks per pixel
 */
export function fillSmoothly({ width, height, data }: Plane, kinds: Uint8Array): void {
  const hole = [...kinds.keys()].filter((at) => kinds[at] === HOLE);
  const mean = meanOf(data, kinds);
  for (const at of hole) data[at] = mean;
  for (let round = 0; round < ROUNDS; round++) {
    for (const at of hole) {
      const x = at % width;
      let sum = 0;
      let count = 0;
      const add = (near: number) => {
        if (kinds[near] === OUTSIDE) return;
        sum += data[near]!;
        count++;
      };
      if (x > 0) add(at - 1);
      if (x < width - 1) add(at + 1);
      if (at >= width) add(at - width);
      if (at < (height - 1) * width) add(at + width);
      if (count > 0) data[at]! += HASTE * (sum / count - data[at]!);
    }
  }
}

function meanOf(data: Float32Array, kinds: Uint8Array): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < data.length; i++) {
    if (kinds[i] !== RIM) continue;
    sum += data[i]!;
    count++;
  }
  return count > 0 ? sum / count : 0;
}
