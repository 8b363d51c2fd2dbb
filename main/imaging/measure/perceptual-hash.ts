/**
 * Perceptual hash: 64 bits that hardly change when a photograph is re-encoded, resized, brightened or slightly cropped.
 *
 * The DCT hash of C. Zauner, "Implementation and Benchmarking of Perceptual Image Hash Functions" (2010), section
 * 3.2.1: one bit for each of the lowest 8 x 8 frequencies above their median.
 */

/** Sixteen hexadecimal digits. */
export type PerceptualHash = string;

/** px. */
export const hashedSide = 32;
/** Without 0, which follows the light. */
const frequencies = 8;

/** cos((2x + 1)uπ / 64) for frequency u and position x. */
const cosines = Array.from({ length: frequencies }, (_, u) =>
  Float64Array.from({ length: hashedSide }, (_, x) => Math.cos(((2 * x + 1) * (u + 1) * Math.PI) / (2 * hashedSide))),
);

/** @param luminance `hashedSide` rows */
export function perceptualHash(luminance: ArrayLike<number>): PerceptualHash {
  if (luminance.length !== hashedSide ** 2) throw new Error(`${luminance.length} values instead of ${hashedSide ** 2}`);
  const coefficients = cosines.flatMap((down) => {
    const columns = Array.from({ length: hashedSide }, (_, x) =>
      down.reduce((sum, weight, y) => sum + weight * luminance[y * hashedSide + x]!, 0),
    );
    return cosines.map((across) => across.reduce((sum, weight, x) => sum + weight * columns[x]!, 0));
  });
  const sorted = coefficients.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = (sorted[middle - 1]! + sorted[middle]!) / 2;
  const bits = coefficients.map((value) => (value > median ? '1' : '0')).join('');
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0');
}

/** Count of different bits, 0 to 64. */
export function hammingDistance(a: PerceptualHash, b: PerceptualHash): number {
  return [0, 8].reduce(
    (sum, start) =>
      sum + onesIn(Number.parseInt(a.slice(start, start + 8), 16) ^ Number.parseInt(b.slice(start, start + 8), 16)),
    0,
  );
}

/** Population count: H. S. Warren, "Hacker's Delight", section 5-1. */
function onesIn(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
