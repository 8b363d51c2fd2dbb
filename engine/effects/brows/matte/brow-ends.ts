/** Ends of a brow. Brows only thin out, so hair that becomes thick again is a strand or a fold. */
import { cellsPerLength, columnAt } from './brow-chart.ts';

/** In lengths of the brow; `gap` is bare skin. */
const gap = 0.08;
const strandReach = 0.25;
const foldReach = 0.16;
/** Part of the mesh's brow that may stay hidden at an end. */
const endMargin = 0.12;
/** Hides strands next to hidden columns. @param amounts cover in each column  @param full that of a visible brow */
export function hideFragments(isHidden: boolean[], amounts: readonly number[], full: number, step: 1 | -1): void {
  const count = amounts.length;
  for (let start = step > 0 ? 1 : count - 2; start > 0 && start < count - 1; start += step) {
    if (isHidden[start] || !isHidden[start - step]) continue;
    let peak = 0;
    for (
      let i = start;
      i >= 0 && i < count && !isHidden[i] && Math.abs(i - start) < strandReach * cellsPerLength;
      i += step
    ) {
      peak = Math.max(peak, amounts[i]!);
      const isThin = amounts[i]! < Math.min(full, peak / 2);
      if (!isThin) continue;
      for (let k = start; k !== i + step; k += step) isHidden[k] = true;
      for (let k = i; k >= 0 && k < count && amounts[k]! < full; k += step) isHidden[k] = true;
      break;
    }
  }
}

/** Finds the last column before bare skin, or before a hidden column near the end. */
export function findBrowEnd(
  { isBare, isHidden, isThin }: Record<'isBare' | 'isHidden' | 'isThin', readonly boolean[]>,
  middle: number,
  step: 1 | -1,
): number {
  let end = middle;
  for (let i = middle; i >= 0 && i < isBare.length && Math.abs(i - end) <= gap * cellsPerLength; i += step) {
    const isEnd = i < columnAt(endMargin) || i > columnAt(1 - endMargin);
    const isBeyond = i < columnAt(0) || i > columnAt(1);
    if (isHidden[i] && (isBeyond || ((isEnd || isThin[end]) && !isHidden[i - step]))) break;
    if (!isBare[i]) end = i;
  }
  return end;
}

/** Removes a fold, or its shade. */
export function trimFold(amounts: readonly number[], full: number, end: number, middle: number, step: 1 | -1): number {
  let peak = 0;
  for (let i = end; i !== middle && Math.abs(i - end) <= foldReach * cellsPerLength; i -= step) {
    peak = Math.max(peak, amounts[i]!);
    if (amounts[i]! < Math.min(full, peak / 2) && peak > full / 2) return i;
  }
  return end;
}
