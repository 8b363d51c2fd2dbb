/** Which pictures with strokes are kept, so that any number of strokes is taken back without painting all of them anew. Pure. */

/** A picture is kept each time so many strokes have been laid on the last kept one. */
export const strokesBetween = 8;
/** Beside the bare result; each is as large as a preview, up to 16 MB. */
export const mostKept = 6;

/**
 * The counts of strokes whose pictures stay, of those that are kept: close together around `now`, where undoing asks for them,
 * and the further away the wider apart.
 * @param counts in rising order
 */
export function staying(counts: readonly number[], now: number): readonly number[] {
  const kept = [...counts];
  while (kept.length > mostKept) {
    let least = 0;
    let narrowest = Infinity;
    for (let at = 0; at < kept.length; at++) {
      if (kept[at] === now) continue;
      // Without it, so many strokes would lie between its neighbours.
      const gap = (kept[at + 1] ?? kept[at]! + strokesBetween) - (kept[at - 1] ?? 0);
      const share = gap / (Math.abs(now - kept[at]!) + strokesBetween);
      if (share < narrowest) [least, narrowest] = [at, share];
    }
    kept.splice(least, 1);
  }
  return kept;
}
