/** What is wrong with a cutout, held against the photograph and our own cutouts of it. Pure; made to be quiet: see docs/review.md. */
import type { ResultFlaw } from '../../../contract/review/result-flaws.ts';
import type { Picture } from '../measure/picture.ts';
import { rimOf } from './halo.ts';
import { contradictions, type Matte, subjectSize } from './regions.ts';

/** Shares of the picture below which nothing is left, or nothing was removed. */
const nearlyNothing = 0.002;
/** Shares of the subject from which on a part is told of. */
const leastMissing = 0.012;
const leastLeft = 0.02;
/** A contradiction that is larger than this share of the subject is about what the subject is, which is not ours to say. */
const mostAtOnce = 0.6;
/** Share of the outline, and places it is judged by, from which on there is a halo. */
const leastHalo = 0.3;
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

export function flawsOfCutout(cutout: Cutout): ResultFlaw[] {
  const { matte, own } = cutout;
  const pixels = matte.values.length;
  const share = subjectSize(matte) / pixels;
  const least = own.length === 0 ? share : Math.min(...own.map(subjectSize)) / pixels;
  const most = own.length === 0 ? share : Math.max(...own.map(subjectSize)) / pixels;
  if (share < nearlyNothing && (own.length === 0 || least > nearlyNothing * 2))
    return [{ kind: 'empty', box: null, amount: 1 }];
  if (share > 1 - nearlyNothing) return most < 0.9 ? [{ kind: 'whole', box: null, amount: 1 }] : [];
  const parts = [
    ...partsThatDiffer('missing', agreed(own, Math.min), matte, leastMissing),
    ...partsThatDiffer('left', agreed(own, Math.max), matte, leastLeft),
  ];
  return [...parts, ...haloOf(cutout)];
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

function partsThatDiffer(kind: 'missing' | 'left', own: Matte | null, matte: Matte, least: number): ResultFlaw[] {
  if (own === null) return [];
  const subject = subjectSize(own);
  const found = (kind === 'missing' ? contradictions(own, matte) : contradictions(matte, own)).map(({ box, size }) => ({
    kind,
    box,
    amount: Math.min(1, size / Math.max(1, subject)),
  }));
  if (found.some(({ amount }) => amount > mostAtOnce)) return [];
  return found.filter(({ amount }) => amount >= least);
}

function haloOf({ photograph, result, hasColours, matte }: Cutout): ResultFlaw[] {
  if (!hasColours) return [];
  const { share, places } = rimOf(photograph, result, matte);
  return share >= leastHalo && places >= leastPlaces ? [{ kind: 'halo', box: null, amount: share }] : [];
}
