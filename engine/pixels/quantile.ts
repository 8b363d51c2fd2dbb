/** Returns the value with `share` (0..1) of all values below it, or undefined for an empty list. */
export function quantile(values: readonly number[], share: number): number | undefined {
  // A typed array is sorted without a call for each comparison.
  return Float64Array.from(values).sort()[Math.floor(values.length * share)];
}
