import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { PhotoRating } from '../../store/index.ts';

export type RatedPhoto = PhotoRating & { readonly id: number };

interface Proposal {
  readonly id: number;
  readonly why: MessageDescriptor;
}

type Reason = 'eyes' | 'sharper' | 'exposed';

/** A blur of 2 px, which open eyes do not outweigh. */
const blurTolerance = 0.2;
/** Visible. Noise and light change the measurement by up to 0.04. */
const sharpnessTolerance = 0.06;
/** Less than one person with open eyes. */
const eyesTolerance = 0.5;
const exposureTolerance = 0.03;
/** Lightness of well exposed faces of any skin color. */
const wellLit = { from: 0.2, to: 0.8 };

/**
 * Proposes the best photograph of a stack: without blur, with open eyes, then the sharpest, then the best exposed. Returns
 * null if all are equally good.
 */
export function proposeBest(stack: readonly RatedPhoto[]): Proposal | null {
  if (stack.length < 2) return null;
  const reasons = new Set<Reason>();
  let candidates = stack;
  const keepBest = (reason: Reason, value: (shot: RatedPhoto) => number, tolerance: number) => {
    const best = Math.max(...candidates.map(value));
    const remaining = candidates.filter((shot) => value(shot) >= best - tolerance);
    if (remaining.length < candidates.length) reasons.add(reason);
    candidates = remaining;
  };
  const sharpest = Math.max(0, ...stack.map(({ sharpness }) => sharpness ?? 0));
  const sharpness = (shot: RatedPhoto) => (sharpest === 0 ? 1 : (shot.sharpness ?? 0) / sharpest);
  keepBest('sharper', sharpness, blurTolerance);
  if (stack.every(({ eyesOpen }) => eyesOpen !== null))
    keepBest('eyes', ({ eyesOpen }) => eyesOpen ?? 0, eyesTolerance);
  keepBest('sharper', sharpness, sharpnessTolerance);
  keepBest('exposed', (shot) => -exposureLoss(shot), exposureTolerance);
  if (reasons.size === 0) return null;
  const [best] = candidates.toSorted((a, b) => sharpness(b) - sharpness(a) || a.id - b.id);
  return { id: best!.id, why: messageFor(reasons, best!) };
}

/** Clipped fractions, plus the distance from good lightness. */
function exposureLoss({ clippedLow, clippedHigh, light }: RatedPhoto): number {
  return clippedLow + clippedHigh + Math.max(0, wellLit.from - light, light - wellLit.to);
}

function messageFor(reasons: ReadonlySet<Reason>, { faces }: RatedPhoto): MessageDescriptor {
  const hasSeveralFaces = faces !== null && faces > 1;
  const [eyes, sharper, exposed] = [reasons.has('eyes'), reasons.has('sharper'), reasons.has('exposed')];
  if (eyes && sharper) return hasSeveralFaces ? msg('review.stacks.moreEyesSharper') : msg('review.stacks.eyesSharper');
  if (eyes && exposed) return hasSeveralFaces ? msg('review.stacks.moreEyesExposed') : msg('review.stacks.eyesExposed');
  if (eyes) return hasSeveralFaces ? msg('review.stacks.moreEyes') : msg('review.stacks.eyes');
  if (sharper && exposed) return msg('review.stacks.sharperExposed');
  return sharper ? msg('review.stacks.sharper') : msg('review.stacks.exposed');
}
