/** What is wrong with a cutout, held against the photograph and our own cutouts of it; made to be quiet: see docs/review.md. */
import type { ResultFlaw } from '../../../contract/review/result-flaws.ts';
import type { Picture } from '../measure/measured-image.ts';
import type { YieldIfDue } from '../measure/plane.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import { measureHalo } from './halo.ts';
import { findDisagreements, type Matte, subjectSize } from './mask-differences.ts';

/** Shares of the picture below which nothing is left, or nothing was removed. */
const nearlyNothing = 0.002;
/** Share of the picture up to which there is a background to be removed. */
const mostSubject = 0.9;
/** Shares of the subject from which on a part is told of. */
const least = { missing: 0.012, left: 0.02 } as const;
/** Share of the outline, and places it is judged by, from which on there is a halo. */
const leastHalo = 0.25;
const leastPlaces = 200;

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
  const breathe = createYielder(signal);
  const { matte, own } = cutout;
  const pixels = matte.values.length;
  const share = subjectSize(matte) / pixels;
  const smallest = own.length === 0 ? share : Math.min(...own.map(subjectSize)) / pixels;
  const largest = own.length === 0 ? share : Math.max(...own.map(subjectSize)) / pixels;
  // Where we find no subject either, a very small one may be right.
  if (own.length === 0 ? share === 0 : share < nearlyNothing && smallest > nearlyNothing * 2)
    return [{ kind: 'empty', box: null, amount: 1 }];
  if (share > 1 - nearlyNothing) return largest < mostSubject ? [{ kind: 'whole', box: null, amount: 1 }] : [];
  const parts = [
    ...(await partsThatDiffer('missing', agreed(own, Math.min), matte, breathe)),
    ...(await partsThatDiffer('left', agreed(own, Math.max), matte, breathe)),
  ];
  return [...parts, ...(await haloOf(cutout, breathe))];
}

/** What all of them take for the subject (`Math.min`), or any (`Math.max`); null where there are none. */
function agreed(all: readonly Matte[], of: (a: number, b: number) => number): Matte | null {
  const [first, ...rest] = all;
  if (first === undefined) return null;
  const values = Uint8Array.from(first.values);
  for (const { values: other } of rest)
    for (let at = 0; at < values.length; at++) values[at] = of(values[at]!, other[at]!);
  return { ...first, values };
}

async function partsThatDiffer(
  kind: 'missing' | 'left',
  own: Matte | null,
  matte: Matte,
  breathe: YieldIfDue,
): Promise<ResultFlaw[]> {
  if (own === null) return [];
  const subject = Math.max(1, subjectSize(own));
  const areas = kind === 'missing' ? findDisagreements(own, matte, breathe) : findDisagreements(matte, own, breathe);
  return (await areas)
    .map(({ box, size }) => ({ kind, box, amount: Math.min(1, size / subject) }))
    .filter(({ amount }) => amount >= least[kind]);
}

async function haloOf({ photograph, result, hasColours, matte }: Cutout, breathe: YieldIfDue): Promise<ResultFlaw[]> {
  if (!hasColours) return [];
  const { share, places } = await measureHalo(photograph, result, matte, breathe);
  return share >= leastHalo && places >= leastPlaces ? [{ kind: 'halo', box: null, amount: share }] : [];
}
