/** Codes of measures with probabilities, by logistic curves at the borders. */
import { likelihood } from '../../calibration/finding.ts';

export type Coded = { type: number; probability: number };

/** Rising borders between successive codes. */
type Grades = { borders: readonly number[]; scale: number };

export type Lab = readonly [L: number, a: number, b: number];
/** CIE Lab. */
export type Swatch = { type: number; lab: Lab };

/** In Lab. */
const distinctDistance = 14;

/** @param measure null for a guess @param trust 0..1 */
export function classifyByBorders(measure: number | null, { borders, scale }: Grades, trust: number): Coded {
  if (measure === null) return guessOf(borders.length + 1);
  const above = [1, ...borders.map((threshold) => likelihood(measure, { threshold, scale })), 0];
  return chooseLikeliest(
    borders.concat(0).map((_, type) => above[type]! - above[type + 1]!),
    trust,
  );
}

/** @see classifyByBorders */
export function classifyByColor(lab: Lab | null, swatches: readonly Swatch[], trust: number): Coded {
  const chances = Array.from({ length: Math.max(...swatches.map(({ type }) => type)) + 1 }, () => 0);
  if (!lab) return guessOf(chances.length);
  const distances = swatches.map(
    (swatch) => Math.hypot(...swatch.lab.map((value, i) => value - lab[i]!)) / distinctDistance,
  );
  // Relative, for colors far from all.
  const minDistance = Math.min(...distances);
  for (const [i, { type }] of swatches.entries()) {
    chances[type] = Math.max(chances[type]!, Math.exp((minDistance ** 2 - distances[i]! ** 2) / 2));
  }
  return chooseLikeliest(chances, trust);
}

/** @param chances per code, in any unit */
export function chooseLikeliest(chances: readonly number[], trust: number): Coded {
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  const type = chances.indexOf(Math.max(...chances));
  const guess = 1 / chances.length;
  return { type, probability: guess + (chances[type]! / total - guess) * trust };
}

function guessOf(codes: number): Coded {
  return { type: 0, probability: 1 / codes };
}
