/** For each large position: the two nearest small ones. */
export interface Axis {
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** From 0 = `first` to 1 = `second`. */
  readonly toSecond: Float32Array;
}

/** Maps `large` samples to `small` ones for bilinear interpolation. Centers are at half positions; ends are clamped. */
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
