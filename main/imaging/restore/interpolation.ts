/** Bilinear interpolation between a small grid and a large one over the same picture. */

/** Per position of the large grid: the two nearest small ones, and the fraction of the way between them. */
export interface Axis {
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** 0 = at the first, 1 = at the second. */
  readonly toSecond: Float32Array;
}

/** Creates the axis from `small` samples to `large` samples. Sample centers are at half positions; ends are clamped. */
export function createAxis(small: number, large: number): Axis {
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
