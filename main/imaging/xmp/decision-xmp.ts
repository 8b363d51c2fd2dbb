import type { Decision } from '../../../contract/review/photo-decision.ts';
import { labelNames } from './label-names.ts';
import type { XmpChange } from './merge-xmp.ts';

interface HowRejected {
  /** Whether a reject replaces the stars, as in Bridge. */
  readonly rejectedAsRating?: boolean;
}

type Decided = Pick<Decision, 'flag' | 'stars' | 'label'>;

/**
 * Returns the properties that were decided.
 * @param about `foreignLabel`: another program's label, '' for none, if no color was set here
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
