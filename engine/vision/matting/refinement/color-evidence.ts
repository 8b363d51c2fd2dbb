/**
 * Bayesian matting (Chuang et al. 2001) in closed form, with one Gaussian of local colors per side. Own numbers (rule
 * `colour evidence`).
 */
import type { ColorPlanes } from '../../../pixels/guide-statistics.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { gatherMoments, momentsAt } from '../colors/color-moments.ts';

/** Of noise and JPEG blocks. */
const noise = 1e-3;
/** Deviation of the prior at the edge, and its increase around 0.5. */
const edgeDeviation = 0.1;
const softDeviation = 0.2;
const rounds = 4;

export type Evidence = {
  alpha: Plane;
  /** Inverse variance, 0 far from edges. */
  precision: Plane;
};

/**
 * Estimates alpha near edges. If both sides' colors are alike, the prior remains.
 * @param nearness of the edge: the nearer, the looser the prior
 * @param spread reach in px of like colors
 */
export function weighColors(colors: ColorPlanes, prior: Plane, nearness: Plane, spread: number): Evidence {
  const { width, height } = prior;
  const [red, green, blue] = colors.map((plane) => plane.data) as [Float32Array, Float32Array, Float32Array];
  const subject = gatherMoments(colors, selectCertainPixels(prior, nearness, true), spread);
  const background = gatherMoments(colors, selectCertainPixels(prior, nearness, false), spread);
  const alpha: Plane = { width, height, data: prior.data.slice() };
  const precision = createPlane(width, height);
  const f = new Float64Array(9);
  const b = new Float64Array(9);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (nearness.data[i]! <= 0) continue;
      const expected = prior.data[i]!;
      const deviation = edgeDeviation * nearness.data[i]! + softDeviation * 4 * expected * (1 - expected);
      const firmness = 1 / (deviation * deviation);
      precision.data[i] = firmness;
      if (!momentsAt(subject, x, y, f) || !momentsAt(background, x, y, b)) continue;
      const d0 = f[0]! - b[0]!;
      const d1 = f[1]! - b[1]!;
      const d2 = f[2]! - b[2]!;
      const x0 = red[i]! - b[0]!;
      const x1 = green[i]! - b[1]!;
      const x2 = blue[i]! - b[2]!;
      let a = expected;
      let certainty = firmness;
      for (let round = 1; round <= rounds; round++) {
        const u = a * a;
        const v = (1 - a) * (1 - a);
        const c00 = u * f[3]! + v * b[3]! + noise;
        const c01 = u * f[4]! + v * b[4]!;
        const c02 = u * f[5]! + v * b[5]!;
        const c11 = u * f[6]! + v * b[6]! + noise;
        const c12 = u * f[7]! + v * b[7]!;
        const c22 = u * f[8]! + v * b[8]! + noise;
        const k00 = c11 * c22 - c12 * c12;
        const k01 = c02 * c12 - c01 * c22;
        const k02 = c01 * c12 - c02 * c11;
        const k12 = c01 * c02 - c00 * c12;
        const scale = 1 / (c00 * k00 + c01 * k01 + c02 * k02);
        const e0 = (k00 * d0 + k01 * d1 + k02 * d2) * scale;
        const e1 = (k01 * d0 + (c00 * c22 - c02 * c02) * d1 + k12 * d2) * scale;
        const e2 = (k02 * d0 + k12 * d1 + (c00 * c11 - c01 * c01) * d2) * scale;
        certainty = Math.max(0, e0 * d0 + e1 * d1 + e2 * d2) + firmness;
        const next = (e0 * x0 + e1 * x1 + e2 * x2 + expected * firmness) / certainty;
        // Half steps prevent oscillation.
        a = Math.min(1, Math.max(0, round < rounds ? (a + next) / 2 : next));
      }
      alpha.data[i] = a;
      precision.data[i] = certainty;
    }
  }
  return { alpha, precision };
}

function selectCertainPixels(prior: Plane, nearness: Plane, isSubject: boolean): Uint8Array {
  const out = new Uint8Array(prior.data.length);
  for (let i = 0; i < out.length; i++) {
    out[i] = nearness.data[i] === 0 && prior.data[i]! > 0.5 === isSubject ? 1 : 0;
  }
  return out;
}
