/** Results of a batch, page by page, in the order of the light table. Pure. */
import type { ResultView } from '../../preload/contract/result.ts';

/** Results read at a time. */
export const pageSize = 2000;

/**
 * `known` with a freshly read page (newest first). `before` is the id the page ends before, null for the newest page.
 * Within the page's span what is not in it has gone; outside it `known` stays.
 */
export function withPage(
  known: readonly ResultView[],
  page: readonly ResultView[],
  before: number | null,
): readonly ResultView[] {
  const whole = page.length < pageSize;
  const last = whole ? Number.NEGATIVE_INFINITY : Math.min(...page.map((result) => result.id));
  const kept = known.filter((result) => result.id < last || (before !== null && result.id >= before));
  return [...kept, ...page];
}

/** Order of a batch: photograph by photograph as they came in, elements in their order. All batches: newest first. */
export function ordered(results: readonly ResultView[], batchId: number | null): readonly ResultView[] {
  const sign = batchId === null ? -1 : 1;
  return [...results].sort((a, b) => sign * (a.jobId - b.jobId) || a.id - b.id);
}
