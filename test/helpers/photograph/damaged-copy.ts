import type { SeededRandom } from '../run/seeded-random.ts';

interface Damage {
  /** Chance that the copy is cut short. */
  readonly cut?: number;
  readonly flips?: number;
  /** Only so many bytes at the start are changed. */
  readonly within?: number;
}

/** Returns a copy of a file as a failing disk or a hostile sender would return it. */
export function damagedCopy(
  random: SeededRandom,
  bytes: Uint8Array,
  { cut = 1, flips = 4, within = bytes.length }: Damage = {},
): Buffer {
  const copy = Buffer.from(bytes.subarray(0, random.chance(cut) ? random.below(bytes.length) : bytes.length));
  for (let flip = 0; flip < flips && copy.length > 0; flip++) {
    copy[random.below(Math.min(copy.length, within))] = random.below(256);
  }
  return copy;
}
