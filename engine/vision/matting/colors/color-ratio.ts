/**
 * Likelihood ratio of background to subject for a color, from two smoothed RGB histograms of one photograph. `bits` may
 * change.
 */
import type { Photo } from '../../photo/decode.ts';

const bits = 4;
const binsPerChannel = 1 << bits;

/**
 * Returns a function for the logarithm of a pixel's ratio, 0 without evidence.
 * @param side 1 subject, -1 background, 0 neither
 */
export function backgroundLikelihood(photo: Photo, side: Int8Array): (pixel: number) => number {
  const subject = new Float64Array(binsPerChannel ** 3);
  const background = new Float64Array(binsPerChannel ** 3);
  const bin = (pixel: number) => {
    const offset = pixel * 3;
    const [r, g, b] = [photo.rgb[offset]!, photo.rgb[offset + 1]!, photo.rgb[offset + 2]!];
    return ((((r >> (8 - bits)) << bits) | (g >> (8 - bits))) << bits) | (b >> (8 - bits));
  };
  for (let i = 0; i < side.length; i++) {
    if (side[i] === 1) subject[bin(i)]! += 1;
    else if (side[i] === -1) background[bin(i)]! += 1;
  }
  const subjectShares = share(subject);
  const backgroundShares = share(background);
  return (pixel) => Math.log(backgroundShares[bin(pixel)]! / subjectShares[bin(pixel)]!);
}

/** Blurs counts over neighboring bins; never 0. */
function share(counts: Float64Array): Float64Array {
  const out = new Float64Array(counts.length);
  let total = 0;
  for (let r = 0; r < binsPerChannel; r++) {
    for (let g = 0; g < binsPerChannel; g++) {
      for (let b = 0; b < binsPerChannel; b++) {
        const sum = around(counts, r, g, b);
        out[(r * binsPerChannel + g) * binsPerChannel + b] = sum;
        total += sum;
      }
    }
  }
  for (let i = 0; i < out.length; i++) out[i] = out[i]! / Math.max(total, 1) + 1e-6;
  return out;
}

function around(counts: Float64Array, r: number, g: number, b: number): number {
  let sum = 0;
  for (let x = Math.max(0, r - 1); x <= Math.min(binsPerChannel - 1, r + 1); x++) {
    for (let y = Math.max(0, g - 1); y <= Math.min(binsPerChannel - 1, g + 1); y++) {
      for (let z = Math.max(0, b - 1); z <= Math.min(binsPerChannel - 1, b + 1); z++) {
        sum +=
          counts[(x * binsPerChannel + y) * binsPerChannel + z]! /
          (1 + Math.abs(x - r) + Math.abs(y - g) + Math.abs(z - b));
      }
    }
  }
  return sum;
}
