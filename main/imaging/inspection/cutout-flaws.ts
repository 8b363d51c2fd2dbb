/** What is wrong with a cutout, held against the photograph and our own cutouts of it; made to be quiet: see docs/review.md. */
import type { ResultFlaw } from '../../../contract/review/result-flaws.ts';
import type { Picture } from '../measure/measured-image.ts';
import type { YieldIfDue } from '../measure/plane.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import { measureHalo } from './halo.ts';
import { findDisagreements, type Matte, subjectSize } from './mask-differences.ts';

/** Shares of the picture below which nothing is left, or nothing was removed. */
const negligibleShare = 0.002;
/** Share of the picture up to which there is a background to be removed. */
const maxSubjectShare = 0.9;
/** Shares of the subject from which on a part is told of. */
const minFlawShare = { missing: 0.012, left: 0.02 } as const;
/** Share of the outline, and places it is judged by, from which on there is a halo. */
const minHaloShare = 0.25;
const minHaloPlaces = 200;

export interface Cutout {
  readonly photograph: Picture;
  /** The colors of the result, at the photograph's size. */
  readonly result: Picture;
  /** False of a mask, which has no colors of its own. */
  readonly hasColours: boolean;
  readonly matte: Matte;
  /** Our own of the same photograph, made in different ways; empty where we find no subject. */
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
  // Where we find no subject either, a very small one may be right.
  if (own.length === 0 ? share === 0 : share < negligibleShare && minShare > negligibleShare * 2)
    return [{ kind: 'empty', box: null, amount: 1 }];
  if (share > 1 - negligibleShare) return maxShare < maxSubjectShare ? [{ kind: 'whole', box: null, amount: 1 }] : [];
  const parts = [
    ...(await partsThatDiffer('missing', agreed(own, Math.min), matte, yieldToEventLoop)),
    ...(await partsThatDiffer('left', agreed(own, Math.max), matte, yieldToEventLoop)),
  ];
  return [...parts, ...(await haloOf(cutout, yieldToEventLoop))];
}

/** What all of them take for the subject (`Math.min`), or any (`Math.max`); null where there are none. */
function agreed(all: readonly Matte[], combine: (a: number, b: number) => number): Matte | null {
  const [first, ...rest] = all;
  if (first === undefined) return null;
  const values = Uint8Array.from(first.values);
  for (const { values: matteValues } of rest)
    for (let index = 0; index < values.length; index++) values[index] = combine(values[index]!, matteValues[index]!);
  return { ...first, values };
}

async function partsThatDiffer(
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

async function haloOf(
  { photograph, result, hasColours, matte }: Cutout,
  yieldToEventLoop: YieldIfDue,
): Promise<ResultFlaw[]> {
  if (!hasColours) return [];
  const { share, places } = await measureHalo(photograph, result, matte, yieldToEventLoop);
  return share >= minHaloShare && places >= minHaloPlaces ? [{ kind: 'halo', box: null, amount: share }] : [];
}
