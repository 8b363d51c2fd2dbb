/** Which photograph of a stack to propose as the best of it, and why; the user decides. */
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { PhotoRating } from '../../store/index.ts';

/** A photograph that was judged. */
export type RatedPhoto = PhotoRating & { readonly id: number };

export interface Proposal {
  readonly id: number;
  readonly why: MessageDescriptor;
}

type Reason = 'eyes' | 'sharper' | 'exposed';

/** Less sharp by so much (part of the sharpest) than the sharpest: no open eyes make up for that. A blur of 2 px takes as much. */
const blurred = 0.2;
/** Differences (part of the sharpest) that are seen: noise and light change what is measured by up to 0.04. */
const seen = 0.06;
/** A person more or less with open eyes. */
const person = 0.5;
/** Lost shares of the picture, and lightness of faces away from where it is well, that are seen. */
const exposureSeen = 0.03;
/** Between these, faces of any skin are well exposed: from dark skin in soft light to fair skin in the sun. */
const wellLit = { from: 0.2, to: 0.8 };

/**
 * Goes by what cannot be mended later first: a blur, shut eyes, then smaller differences of sharpness, then exposure. Null where all
 * are as good as each other, or less than two were measured.
 */
export function proposeBest(stack: readonly RatedPhoto[]): Proposal | null {
  if (stack.length < 2) return null;
  const reasons = new Set<Reason>();
  let left = stack;
  const keep = (reason: Reason, value: (shot: RatedPhoto) => number, tolerance: number) => {
    const best = Math.max(...left.map(value));
    const kept = left.filter((shot) => value(shot) >= best - tolerance);
    if (kept.length < left.length) reasons.add(reason);
    left = kept;
  };
  const sharpest = Math.max(0, ...stack.map(({ sharpness }) => sharpness ?? 0));
  const sharpness = (shot: RatedPhoto) => (sharpest === 0 ? 1 : (shot.sharpness ?? 0) / sharpest);
  keep('sharper', sharpness, blurred);
  if (stack.every(({ eyesOpen }) => eyesOpen !== null)) keep('eyes', ({ eyesOpen }) => eyesOpen ?? 0, person);
  keep('sharper', sharpness, seen);
  keep('exposed', (shot) => -exposureLoss(shot), exposureSeen);
  if (reasons.size === 0) return null;
  const [best] = left.toSorted((a, b) => sharpness(b) - sharpness(a) || a.id - b.id);
  return { id: best!.id, why: sentenceFor(reasons, best!) };
}

function exposureLoss({ clippedLow, clippedHigh, light }: RatedPhoto): number {
  return clippedLow + clippedHigh + Math.max(0, wellLit.from - light, light - wellLit.to);
}

function sentenceFor(reasons: ReadonlySet<Reason>, { faces }: RatedPhoto): MessageDescriptor {
  const hasSeveralFaces = faces !== null && faces > 1;
  const [eyes, sharper, exposed] = [reasons.has('eyes'), reasons.has('sharper'), reasons.has('exposed')];
  if (eyes && sharper) return hasSeveralFaces ? msg('review.stacks.moreEyesSharper') : msg('review.stacks.eyesSharper');
  if (eyes && exposed) return hasSeveralFaces ? msg('review.stacks.moreEyesExposed') : msg('review.stacks.eyesExposed');
  if (eyes) return hasSeveralFaces ? msg('review.stacks.moreEyes') : msg('review.stacks.eyes');
  if (sharper && exposed) return msg('review.stacks.sharperExposed');
  return sharper ? msg('review.stacks.sharper') : msg('review.stacks.exposed');
}
