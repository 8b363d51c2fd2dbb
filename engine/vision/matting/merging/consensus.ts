/**
 * Combines opinions by log odds; like-colored neighbors agree: mean field of a conditional random field (Krähenbühl and
 * Koltun 2011) with a color guided filter. Own numbers (rule `neighbours agree`).
 */
import { createModel, evaluate, fitToGuide, guideStatistics, planesOf } from '../../../pixels/guide-statistics.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import type { Photo } from '../../photo/decode.ts';

/** Weights of log odds; each network has other blind spots. */
export type Opinion = { plane: Plane; yes: number; no: number };

/** Limits overconfident networks. */
const maxProbability = 0.95;
/** Share of the shorter side. */
const radiusShare = 0.016;
/** Variance of flat windows. */
const flatVariance = 1e-3;
const neighborWeight = 4;
const rounds = 5;

/** Returns values near 0 or 1. */
export function consensus(opinions: readonly Opinion[], photo: Photo): Plane {
  const { width, height } = photo;
  const odds = oddsOf(opinions, width, height);
  const out = createPlane(width, height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = probability(odds[i]!);
  const radius = Math.max(2, Math.round(Math.min(width, height) * radiusShare));
  const colors = planesOf(photo);
  const guide = guideStatistics(colors, radius, flatVariance);
  const model = createModel(width, height);
  const around = createPlane(width, height);
  for (let round = 0; round < rounds; round++) {
    evaluate(fitToGuide(guide, out, model), colors, around);
    for (let i = 0; i < out.data.length; i++) {
      out.data[i] = probability(odds[i]! + neighborWeight * (2 * around.data[i]! - 1));
    }
  }
  return out;
}

function oddsOf(opinions: readonly Opinion[], width: number, height: number): Float32Array {
  const out = new Float32Array(width * height);
  for (const { plane, yes, no } of opinions) {
    for (let i = 0; i < out.length; i++) {
      const value = Math.min(maxProbability, Math.max(1 - maxProbability, plane.data[i]!));
      const log = Math.log(value / (1 - value));
      out[i]! += log * (log > 0 ? yes : no);
    }
  }
  return out;
}

function probability(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
