/** Decisions (stars, color label, flag) to and from XMP. */
import type { Decision } from '../../../contract/review/photo-decision.ts';
import { foreignLabelName, labelColorByName, labelNames } from './label-names.ts';
import type { XmpChange } from './merge-xmp.ts';
import type { XmpFacts } from './read-xmp.ts';

interface RejectOptions {
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
  { rejectedAsRating = false }: RejectOptions = {},
): XmpChange {
  const name = labelNames[label] ?? foreignLabel;
  const rating = flag === -1 && rejectedAsRating ? -1 : stars;
  return {
    ...(rating === 0 ? {} : { rating }),
    ...(name === '' ? {} : { label: name }),
    ...(flag === 0 ? {} : { pick: flag }),
  };
}

/** Returns null if the facts contain no decision. */
export function decisionFromXmp(facts: XmpFacts | null) {
  if (facts === null) return null;
  const { rating, label, pick } = facts;
  const foreignLabel = foreignLabelName(label);
  const decision = { flag: pick ?? 0, stars: rating ?? 0, label: labelColorByName(label) } as const;
  if (foreignLabel !== '') return { ...decision, foreignLabel };
  return decision.flag === 0 && decision.stars === 0 && decision.label === 0 ? null : decision;
}
