/** Sort orders of photographs. Bursts run forward in all of them. */
import type { PhotographSort } from '../../../../contract/review/list-queries.ts';

/** As in the indexes of the orders. */
const takenOrAdded = 'coalesce(taken_at, added_at)';
/** Null if unknown. */
export const takenAtColumn = `nullif(${takenOrAdded}, added_at)`;

const orders: Readonly<Record<PhotographSort, (direction: 'ASC' | 'DESC') => string>> = {
  added: (direction) => `added_at ${direction}, id ${direction}`,
  taken: (direction) => `${takenOrAdded} ${direction}, id ${direction}`,
  name: (direction) => `name_key ${direction}, id`,
  stars: (direction) => `stars ${direction}, flag ${direction}, added_at DESC, id DESC`,
  size: (direction) => `bytes ${direction}, id`,
};

/** Returns SQL after ORDER BY. */
export const photographOrder = (sort: PhotographSort, isDescending: boolean): string =>
  orders[sort](isDescending ? 'DESC' : 'ASC');

export interface ListedPhoto {
  readonly id: number;
  /** ms since 1970; null if unknown. */
  readonly takenAt: number | null;
  readonly folderId: number;
  /** The open stack that contains it, or null. */
  readonly stackId: number | null;
}

/**
 * Maximum gap (ms) between two shots of a burst that is recognized by time alone. Cameras take three or more per second, and most
 * write whole seconds.
 */
const maxBurstGapMs = 1000;

/** Returns the ids, with adjacent photographs of a burst or an open stack in the order they were taken. */
export function orderBursts(list: readonly ListedPhoto[]): number[] {
  const ids: number[] = [];
  let burst: ListedPhoto[] = [];
  const endBurst = () => {
    if (burst.length > 1) burst.sort((a, b) => (a.takenAt ?? 0) - (b.takenAt ?? 0) || a.id - b.id);
    for (const { id } of burst) ids.push(id);
    burst = [];
  };
  for (const photograph of list) {
    const previous = burst.at(-1);
    if (previous !== undefined && !isSameBurst(previous, photograph)) endBurst();
    burst.push(photograph);
  }
  endBurst();
  return ids;
}

function isSameBurst(a: ListedPhoto, b: ListedPhoto): boolean {
  if (a.stackId !== null && a.stackId === b.stackId) return true;
  if (a.takenAt === null || b.takenAt === null || a.folderId !== b.folderId) return false;
  return Math.abs(a.takenAt - b.takenAt) <= maxBurstGapMs;
}
