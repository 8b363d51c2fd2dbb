/**
 * Decides area by area what is subject, from several opinions, so that the border of a dispute follows the photograph's
 * own edges.
 */
import { createModel, evaluate, fitToGuide, guideStatistics, planesOf } from '../../../pixels/guide-statistics.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import type { Photo } from '../../photo/decode.ts';

/** One opinion: how probable the subject is at each place, and how much its yes and its no count. */
export type Opinion = { plane: Plane; yes: number; no: number };

/** No opinion counts as surer than this: the networks are wrong with a straight face. */
const surest = 0.95;
/** Distance over which places of like colour decide together, part of the shorter side. */
const reachShare = 0.016;
/** Variance of colours in 0..1 below which a window counts as flat. */
const flat = 1e-3;
/** How much the neighbours count beside the opinions, as a logarithm of odds. */
const neighbors = 4;
const rounds = 5;

/**
 * Weighs the opinions' odds, and lets neighbours of like colour agree: the mean field of a conditional random field
 * (Krähenbühl and Koltun 2011) whose messages pass through a colour guided filter.
 * @param opinions all of one size. A yes may count more than a no: each network knows things that the others do not.
 * @param photo at that size.
 * @returns near 0 or near 1 nearly everywhere.
 */
export function consensus(opinions: readonly Opinion[], photo: Photo): Plane {
  const { width, height } = photo;
  const odds = oddsOf(opinions, width, height);
  const out = createPlane(width, height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = probability(odds[i]!);
  const reach = Math.max(2, Math.round(Math.min(width, height) * reachShare));
  const colors = planesOf(photo);
  const guide = guideStatistics(colors, reach, flat);
  const model = createModel(width, height);
  const around = createPlane(width, height);
  for (let round = 0; round < rounds; round++) {
    evaluate(fitToGuide(guide, out, model), colors, around);
    for (let i = 0; i < out.data.length; i++) {
      out.data[i] = probability(odds[i]! + neighbors * (2 * around.data[i]! - 1));
    }
  }
  return out;
}

/** Logarithms of the odds, added up. */
function oddsOf(opinions: readonly Opinion[], width: number, height: number): Float32Array {
  const out = new Float32Array(width * height);
  for (const { plane, yes, no } of opinions) {
    for (let i = 0; i < out.length; i++) {
      const value = Math.min(surest, Math.max(1 - surest, plane.data[i]!));
      const log = Math.log(value / (1 - value));
      out[i]! += log * (log > 0 ? yes : no);
    }
  }
  return out;
}

function probability(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
