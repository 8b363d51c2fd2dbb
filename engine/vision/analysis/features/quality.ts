/**
 * Fitness of a face for recognition: sharpness, light, noise, pose, coverage. Own heuristic with estimated ranges;
 * noise by Immerkær (1996).
 */
import { quantile } from '../../../pixels/quantile.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Face } from '../../face/find-faces.ts';
import { faceFrame } from '../../face/mesh-model.ts';
import { cropFrame, type Pixels } from '../../photo/frame.ts';
import type { FaceChart } from '../chart/skin-chart.ts';
import type { Headwear } from './headwear.ts';
import { rateLighting } from './lighting.ts';

/** Section “Advanced face analysis result”, `data.qualities`: 0..100. */
export type Quality = {
  score: number;
  blur: number;
  fnf: number;
  glass: number;
  illu: number;
  mask: number;
  noise: number;
  pose: number;
};

/** Recognition uses no finer detail. */
const recognitionPx = 128;
/** All faces are sharp here. */
const coarsePx = 32;
/** Logarithms. */
const sharpnessRange = { blurred: -4.8, sharp: -2.2 };
/** Standard deviation, 0..255. */
const noiseRange = { harmless: 0.5, ruinous: 5 };
const maxNoisePx = 400;
export function judgeQuality(photo: Pixels, face: Face, chart: FaceChart, worn: Headwear): Quality {
  const parts = {
    blur: smoothstep(measureSharpness(photo, face), sharpnessRange.blurred, sharpnessRange.sharp),
    fnf: smoothstep(face.score, 0.2, 0.85),
    glass: 1 - worn.covered.upper,
    illu: rateLighting(chart),
    mask: 1 - worn.covered.lower,
    noise: smoothstep(measureNoise(photo, face, chart), noiseRange.ruinous, noiseRange.harmless),
    pose: rateFrontality(face),
  };
  // A product: one bad part makes a face useless.
  const score = Object.values(parts).reduce((product, part) => product * part ** 0.5, 1);
  const toPercent = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 10000) / 100;
  return {
    score: toPercent(score),
    blur: toPercent(parts.blur),
    fnf: toPercent(parts.fnf),
    glass: toPercent(parts.glass),
    illu: toPercent(parts.illu),
    mask: toPercent(parts.mask),
    noise: toPercent(parts.noise),
    pose: toPercent(parts.pose),
  };
}

/** Logarithm of fine by coarse detail (variances of the Laplacian). Blur removes fine detail only, darkness both. */
function measureSharpness(photo: Pixels, face: Face): number {
  return Math.log(laplacianVariance(photo, face, recognitionPx) / laplacianVariance(photo, face, coarsePx));
}

function laplacianVariance(photo: Pixels, face: Face, size: number): number {
  const gray = cropGray(photo, face, size, 1.1);
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 1; y < size - 1; y++) {
    for (let x = 1; x < size - 1; x++) {
      const index = y * size + x;
      const value = gray[index - 1]! + gray[index + 1]! + gray[index - size]! + gray[index + size]! - 4 * gray[index]!;
      sum += value;
      squares += value * value;
      count++;
    }
  }
  return Math.max(1e-3, squares / count - (sum / count) ** 2);
}

/** Standard deviation; the median excludes texture. */
function measureNoise(photo: Pixels, face: Face, { nativeSize }: FaceChart): number {
  const size = Math.round(Math.min(maxNoisePx, Math.max(32, nativeSize)));
  const gray = cropGray(photo, face, size, 0.75);
  const responses: number[] = [];
  for (let y = 1; y < size - 1; y++) {
    for (let x = 1; x < size - 1; x++) {
      const index = y * size + x;
      const [up, down] = [index - size, index + size];
      const corners = gray[up - 1]! + gray[up + 1]! + gray[down - 1]! + gray[down + 1]!;
      const sides = gray[up]! + gray[down]! + gray[index - 1]! + gray[index + 1]!;
      responses.push(Math.abs(corners - 2 * sides + 4 * gray[index]!));
    }
  }
  // The mask scales a deviation by 6, and the median of absolute normal values is 0.6745 deviations.
  return quantile(responses, 0.5)! / 6 / 0.6745;
}

function rateFrontality({ pose: { yaw, pitch, roll } }: Face): number {
  return (
    smoothstep(Math.abs(yaw), 70, 8) *
    smoothstep(Math.abs(pitch), 60, 10) *
    (1 - 0.4 * smoothstep(Math.abs(roll), 20, 120))
  );
}

function cropGray(photo: Pixels, face: Face, size: number, margin: number): Float32Array {
  const input = cropFrame(photo, faceFrame(face.mesh, margin), size, 0, 255);
  const gray = new Float32Array(size * size);
  for (let i = 0; i < gray.length; i++)
    gray[i] = 0.299 * input[i * 3]! + 0.587 * input[i * 3 + 1]! + 0.114 * input[i * 3 + 2]!;
  return gray;
}
