/** Turns a measure of a face into one of the interface's codes, with how sure that is. */
import { likelihood } from '../../calibration/finding.ts';

/** Section "Advanced face analysis result", layout A: a code and the probability 0..1 that it is right. */
export type Coded = { type: number; probability: number };

/** Borders between codes that follow each other, rising, and how far from one a measure is clear. */
export type Grades = { borders: readonly number[]; scale: number };

export type Lab = readonly [L: number, a: number, b: number];
/** A colour (CIE Lab) that stands for a code; a code may have several. */
export type Swatch = { type: number; lab: Lab };

/** Colours farther apart than this (in Lab) are hardly one. */
const nearby = 14;

/**
 * The code whose range a measure is in: 0 below the first border, 1 above it, and so on.
 * @param measure null where nothing is seen: 0 then, no surer than a guess
 * @param trust 0..1, how far the measure can be relied on
 */
export function graded(measure: number | null, { borders, scale }: Grades, trust: number): Coded {
  if (measure === null) return guessOf(borders.length + 1);
  const above = [1, ...borders.map((threshold) => likelihood(measure, { threshold, scale })), 0];
  return likeliest(
    borders.concat(0).map((_, type) => above[type]! - above[type + 1]!),
    trust,
  );
}

/** The code of the colours that are nearest; `lab` and `trust` as in `graded`. */
export function nearest(lab: Lab | null, swatches: readonly Swatch[], trust: number): Coded {
  const chances = Array.from({ length: Math.max(...swatches.map(({ type }) => type)) + 1 }, () => 0);
  if (!lab) return guessOf(chances.length);
  const distances = swatches.map((swatch) => Math.hypot(...swatch.lab.map((value, i) => value - lab[i]!)) / nearby);
  // Against the nearest one, so that a colour far from all of them still has a likeliest.
  const minDistance = Math.min(...distances);
  for (const [i, { type }] of swatches.entries()) {
    chances[type] = Math.max(chances[type]!, Math.exp((minDistance ** 2 - distances[i]! ** 2) / 2));
  }
  return likeliest(chances, trust);
}

/** The code with the highest chance. @param chances one for each code, in any unit */
export function likeliest(chances: readonly number[], trust: number): Coded {
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  const type = chances.indexOf(Math.max(...chances));
  const even = 1 / chances.length;
  return { type, probability: even + (chances[type]! / total - even) * trust };
}

function guessOf(codes: number): Coded {
  return { type: 0, probability: 1 / codes };
}
