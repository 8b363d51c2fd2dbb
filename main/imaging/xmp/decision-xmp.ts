/** A photographer's decision as XMP says it: stars, Lightroom's names of the colours, the flag. */
import type { Decision } from '../../../contract/review/photo-decision.ts';
import { labelNames } from './label-names.ts';
import type { XmpChange } from './merge-xmp.ts';

interface HowRejected {
  /** Stars survive a reject, unless this is wanted: Bridge knows no other way to say it. */
  readonly rejectedAsRating?: boolean;
}

type Decided = Pick<Decision, 'flag' | 'stars' | 'label'>;

/**
 * What was not decided stays as the file has it.
 * @param about `foreignLabel`: the words of a label from another program, '' for none; they stand where no colour was set here
 */
export function decisionXmp(
  { flag, stars, label, foreignLabel = '' }: Decided & { readonly foreignLabel?: string },
  { rejectedAsRating = false }: HowRejected = {},
): XmpChange {
  const name = labelNames[label] ?? foreignLabel;
  const rating = flag === -1 && rejectedAsRating ? -1 : stars;
  return {
    ...(rating === 0 ? {} : { rating }),
    ...(name === '' ? {} : { label: name }),
    ...(flag === 0 ? {} : { pick: flag }),
  };
}
