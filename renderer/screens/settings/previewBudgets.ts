/** What kept previews may take, to choose from. */

/** MB of 1024 * 1024 bytes; a portrait and its result take about 0.7. */
const defaultBudgetsMb = [0, 1, 2, 5, 10, 20, 50, 100, 200].map((gigabytes) => gigabytes * 1024);

/** With the one that is set `now`, which may be another one. */
export function budgets(now: number): number[] {
  return [...new Set([...defaultBudgetsMb, now])].sort((a, b) => a - b);
}
