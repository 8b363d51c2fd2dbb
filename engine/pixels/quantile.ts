/** Returns the value with `share` (0..1) of all values below it. */
export function quantile(values: readonly number[], share: number): number | undefined {
  // Typed arrays sort faster.
  return Float64Array.from(values).sort()[Math.floor(values.length * share)];
}
