/** Values by their rank. */

/** The value that `share` (0..1) of all values are below; undefined if there is none. */
export function quantile(values: readonly number[], share: number): number | undefined {
  // Numbers of one type are sorted without a call for each comparison.
  return Float64Array.from(values).sort()[Math.floor(values.length * share)];
}
