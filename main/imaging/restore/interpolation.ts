/**
 * Bilinear interpolation between a small grid and a large one that cover the same picture. The engine, which may stand on
 * another computer, has its own (`engine/pixels/plane.ts`): neither room knows the other.
 */

/** For each position of the large grid: the two nearest of the small one, and how far it lies from the first to the second. */
export interface Axis {
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** 0 = at the first, 1 = at the second. */
  readonly toSecond: Float32Array;
}

/** The axis from `small` samples to `large` samples; sample centres lie at half positions, the ends are held. */
export function axis(small: number, large: number): Axis {
  const first = new Int32Array(large);
  const second = new Int32Array(large);
  const toSecond = new Float32Array(large);
  for (let index = 0; index < large; index++) {
    const position = Math.min(Math.max(((index + 0.5) * small) / large - 0.5, 0), small - 1);
    const low = Math.floor(position);
    first[index] = low;
    second[index] = Math.min(low + 1, small - 1);
    toSecond[index] = position - low;
  }
  return { first, second, toSecond };
}
