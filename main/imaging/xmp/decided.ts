/** A photographer's decision as XMP says it: stars, Lightroom's names of the colours, the flag. */
import type { Decision } from '../../../preload/contract/desk/decision.ts';
import type { XmpChange } from './merge.ts';

/** By the number a label is stored as (`labels`); Lightroom writes these in English. */
export const labelNames = [null, 'Red', 'Yellow', 'Green', 'Blue', 'Purple'] as const;

interface HowRejected {
  /** Stars survive a reject, unless this is wanted: Bridge knows no other way to say it. */
  readonly rejectedAsRating?: boolean;
}

/** What was not decided stays as the file has it. */
export function decidedXmp(
  { flag, stars, label }: Pick<Decision, 'flag' | 'stars' | 'label'>,
  { rejectedAsRating = false }: HowRejected = {},
): XmpChange {
  const name = labelNames[label] ?? null;
  const rating = flag === -1 && rejectedAsRating ? -1 : stars;
  return {
    ...(rating === 0 ? {} : { rating }),
    ...(name === null ? {} : { label: name }),
    ...(flag === 0 ? {} : { pick: flag }),
  };
}
