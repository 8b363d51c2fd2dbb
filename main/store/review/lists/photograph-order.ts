/** Bursts run forward in every list that is sorted by time, whichever way that runs. Pure. */

/** A photograph of a list. */
export interface ListedPhoto {
  readonly id: number;
  /** When it was taken, ms since 1970; null where its file does not say. */
  readonly takenAt: number | null;
  readonly folderId: number;
  /** The stack it is in; null: none that is open. */
  readonly stackId: number | null;
}

/**
 * Longest pause (ms) between two shots of a burst that is told by time alone. Cameras take three a second and more, and most write
 * whole seconds.
 */
const maxBurstGapMs = 1000;

/** Ids of a list: those of one burst that stand beside each other, and of one stack, in the order they were taken. */
export function orderBursts(list: readonly ListedPhoto[]): number[] {
  const ids: number[] = [];
  let burst: ListedPhoto[] = [];
  const end = () => {
    if (burst.length > 1) burst.sort((a, b) => (a.takenAt ?? 0) - (b.takenAt ?? 0) || a.id - b.id);
    for (const { id } of burst) ids.push(id);
    burst = [];
  };
  for (const each of list) {
    const last = burst.at(-1);
    if (last !== undefined && !areTogether(last, each)) end();
    burst.push(each);
  }
  end();
  return ids;
}

function areTogether(a: ListedPhoto, b: ListedPhoto): boolean {
  if (a.stackId !== null && a.stackId === b.stackId) return true;
  if (a.takenAt === null || b.takenAt === null || a.folderId !== b.folderId) return false;
  return Math.abs(a.takenAt - b.takenAt) <= maxBurstGapMs;
}
