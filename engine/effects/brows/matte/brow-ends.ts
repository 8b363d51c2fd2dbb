/** Where a brow ends, and which hair beside it belongs to what hangs over it. */
import { cellsPerLength, columnAt } from './brow-chart.ts';

/** So much bare skin ends a brow; narrower gaps belong to it. In lengths. */
const gap = 0.08;
/** So far from what hides the brow, strands of it are looked for; in lengths. */
const scrapReach = 0.25;
/** So near to the end of a brow folds are looked for; in lengths. */
const fold = 0.16;
/** What hides only so much of the mesh's brow at an end is not looked behind; a part of its length. */
const nearEnd = 0.12;

/**
 * Hides what is between the hair that hangs over a brow and the brow itself: where hair grows thin and then thick again towards
 * what hides it, that is a strand, for a brow only thins out.
 */
export function hideFragments(isHidden: boolean[], amounts: readonly number[], full: number, step: 1 | -1): void {
  const count = amounts.length;
  for (let start = step > 0 ? 1 : count - 2; start > 0 && start < count - 1; start += step) {
    if (isHidden[start] || !isHidden[start - step]) continue;
    let scrap = 0;
    for (
      let i = start;
      i >= 0 && i < count && !isHidden[i] && Math.abs(i - start) < scrapReach * cellsPerLength;
      i += step
    ) {
      scrap = Math.max(scrap, amounts[i]!);
      const isThin = amounts[i]! < Math.min(full, scrap / 2);
      if (!isThin) continue;
      for (let k = start; k !== i + step; k += step) isHidden[k] = true;
      for (let k = i; k >= 0 && k < count && amounts[k]! < full; k += step) isHidden[k] = true;
      break;
    }
  }
}

/** The last column before bare skin; behind the ends of the mesh's brow, or thin already, also before whatever hides it. */
export function findBrowEnd(
  { isBare, isHidden, isThin }: Record<'isBare' | 'isHidden' | 'isThin', readonly boolean[]>,
  middle: number,
  step: 1 | -1,
): number {
  let end = middle;
  for (let i = middle; i >= 0 && i < isBare.length && Math.abs(i - end) <= gap * cellsPerLength; i += step) {
    const isEnd = i < columnAt(nearEnd) || i > columnAt(1 - nearEnd);
    const isBeyond = i < columnAt(0) || i > columnAt(1);
    if (isHidden[i] && (isBeyond || ((isEnd || isThin[end]) && !isHidden[i - step]))) break;
    if (!isBare[i]) end = i;
  }
  return end;
}

/**
 * The end of a brow without what lies apart from it: where hair grows thin and then thick again over a short way, that is a fold of the
 * skin or the shade of one, for a brow only thins out.
 * @param amounts hair in each column  @param full what a column of the brow holds
 */
export function trimFold(amounts: readonly number[], full: number, end: number, middle: number, step: 1 | -1): number {
  let peak = 0;
  for (let i = end; i !== middle && Math.abs(i - end) <= fold * cellsPerLength; i -= step) {
    peak = Math.max(peak, amounts[i]!);
    if (amounts[i]! < Math.min(full, peak / 2) && peak > full / 2) return i;
  }
  return end;
}
