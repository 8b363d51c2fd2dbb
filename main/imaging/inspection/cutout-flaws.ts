/**
 * Finds flaws of a cutout by comparison with our own mattes. Reports few false ones, see docs/review.md.
 *
 * Reading order: this file, `result-matte.ts`, `mask-differences.ts`, `halo.ts`; `detect-shift.ts` for other results.
 */
import type { ResultFlaw } from '../../../contract/review/result-flaws.ts';
import type { Picture } from '../measure/measured-image.ts';
import type { YieldIfDue } from '../measure/plane.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import { measureHalo } from './halo.ts';
import { findDisagreements, type Matte, subjectSize } from './mask-differences.ts';

/** Smaller shares of the picture count as nothing. */
const negligibleShare = 0.002;
/** A larger subject leaves no background to remove. */
const maxSubjectShare = 0.9;
const minFlawShare = { missing: 0.012, left: 0.02 } as const;
/** Minimum share of the outline, and count of judged places. */
const minHaloShare = 0.25;
const minHaloPlaces = 200;

export interface Cutout {
  readonly photograph: Picture;
  /** At the photograph's size. */
  readonly result: Picture;
  /** False for a mask. */
  readonly hasColours: boolean;
  readonly matte: Matte;
  /** Our mattes by different methods; empty if we find no subject. */
  readonly own: readonly Matte[];
}

/** @throws the signal's reason */
export async function findCutoutFlaws(cutout: Cutout, signal: AbortSignal): Promise<ResultFlaw[]> {
  const yieldToEventLoop = createYielder(signal);
  const { matte, own } = cutout;
  const pixels = matte.values.length;
  const share = subjectSize(matte) / pixels;
  const minShare = own.length === 0 ? share : Math.min(...own.map(subjectSize)) / pixels;
  const maxShare = own.length === 0 ? share : Math.max(...own.map(subjectSize)) / pixels;
  // It may be right if we find none either.
  if (own.length === 0 ? share === 0 : share < negligibleShare && minShare > negligibleShare * 2)
    return [{ kind: 'empty', box: null, amount: 1 }];
  if (share > 1 - negligibleShare) return maxShare < maxSubjectShare ? [{ kind: 'whole', box: null, amount: 1 }] : [];
  const parts = [
    ...(await findDifferentParts('missing', combineMattes(own, Math.min), matte, yieldToEventLoop)),
    ...(await findDifferentParts('left', combineMattes(own, Math.max), matte, yieldToEventLoop)),
  ];
  return [...parts, ...(await findHalo(cutout, yieldToEventLoop))];
}

/** With `Math.min`, the part common to all mattes; with `Math.max`, their union. Null for none. */
function combineMattes(all: readonly Matte[], combine: (a: number, b: number) => number): Matte | null {
  const [first, ...rest] = all;
  if (first === undefined) return null;
  const values = Uint8Array.from(first.values);
  for (const { values: matteValues } of rest)
    for (let index = 0; index < values.length; index++) values[index] = combine(values[index]!, matteValues[index]!);
  return { ...first, values };
}

async function findDifferentParts(
  kind: 'missing' | 'left',
  own: Matte | null,
  matte: Matte,
  yieldToEventLoop: YieldIfDue,
): Promise<ResultFlaw[]> {
  if (own === null) return [];
  const subject = Math.max(1, subjectSize(own));
  const areas =
    kind === 'missing'
      ? findDisagreements(own, matte, yieldToEventLoop)
      : findDisagreements(matte, own, yieldToEventLoop);
  return (await areas)
    .map(({ box, size }) => ({ kind, box, amount: Math.min(1, size / subject) }))
    .filter(({ amount }) => amount >= minFlawShare[kind]);
}

async function findHalo(
  { photograph, result, hasColours, matte }: Cutout,
  yieldToEventLoop: YieldIfDue,
): Promise<ResultFlaw[]> {
  if (!hasColours) return [];
  const { share, places } = await measureHalo(photograph, result, matte, yieldToEventLoop);
  return share >= minHaloShare && places >= minHaloPlaces ? [{ kind: 'halo', box: null, amount: share }] : [];
}
