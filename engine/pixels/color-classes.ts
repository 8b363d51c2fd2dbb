/** Color models: mixtures of a few Gaussians in Lab, fitted to k-means clusters. */
import type { LabPlanes } from './lab.ts';

/** Mean (L, a, b), inverse covariance (LL, La, Lb, aa, ab, bb), logarithm of the density at the mean. */
export type Gaussian = { mean: Triple; inverse: readonly number[]; peak: number };
type Triple = readonly [L: number, a: number, b: number];
export type ColorClass = readonly Gaussian[];

const maxSamples = 6000;
const minSamples = 12;
const iterations = 8;
/** Variances of L, a and b, because a few samples underestimate the variety of light. */
const addedVariances = [16, 4, 4] as const;

/**
 * Returns null for too few pixels.
 * @param maxCount of Gaussians
 */
export function learnColors(
  { L, a, b }: LabPlanes,
  isChosen: (index: number) => boolean,
  maxCount: number,
): ColorClass | null {
  const indices: number[] = [];
  for (let index = 0; index < L.data.length; index++) if (isChosen(index)) indices.push(index);
  if (indices.length < minSamples) return null;
  const stride = Math.ceil(indices.length / maxSamples);
  const samples = indices
    .filter((_, i) => i % stride === 0)
    .map((index) => [L.data[index]!, a.data[index]!, b.data[index]!])
    .sort((first, second) => first[0]! - second[0]!);
  return cluster(samples, maxCount)
    .filter((members) => members.length >= minSamples / 2)
    .map(gaussianOf);
}

/** k-means, initialized with samples spread evenly by lightness. */
function cluster(samples: number[][], count: number): number[][][] {
  let centers: (readonly number[])[] = Array.from(
    { length: count },
    (_, i) => samples[Math.floor(((i + 0.5) / count) * samples.length)]!,
  );
  let clusters: number[][][] = [];
  for (let round = 0; round < iterations; round++) {
    clusters = centers.map(() => []);
    for (const sample of samples) {
      const distances = centers.map((center) => distance(sample, center));
      clusters[distances.indexOf(Math.min(...distances))]!.push(sample);
    }
    clusters = clusters.filter((members) => members.length > 0);
    centers = clusters.map(meanOf);
  }
  return clusters;
}

function distance(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, c) => sum + (value - b[c]!) ** 2, 0);
}

function meanOf(samples: readonly (readonly number[])[]): Triple {
  const mean = (c: number) => samples.reduce((sum, sample) => sum + sample[c]!, 0) / samples.length;
  return [mean(0), mean(1), mean(2)];
}

function gaussianOf(samples: readonly (readonly number[])[]): Gaussian {
  const mean = meanOf(samples);
  const covariance = (i: number, j: number) =>
    samples.reduce((sum, sample) => sum + (sample[i]! - mean[i]!) * (sample[j]! - mean[j]!), 0) / samples.length +
    (i === j ? addedVariances[i]! : 0);
  const [A, B, C, D, E, F] = [
    covariance(0, 0),
    covariance(0, 1),
    covariance(0, 2),
    covariance(1, 1),
    covariance(1, 2),
    covariance(2, 2),
  ];
  const [i0, i1, i2] = [D * F - E * E, C * E - B * F, B * E - C * D];
  const determinant = A * i0 + B * i1 + C * i2;
  const inverse = [i0, i1, i2, A * F - C * C, B * C - A * E, A * D - B * B].map((value) => value / determinant);
  return { mean, inverse, peak: -0.5 * Math.log(determinant) };
}

/** Returns the log-likelihood for the best Gaussian, up to a constant. */
export function likelihoodOf(kind: ColorClass, L: number, a: number, b: number): number {
  let best = -Infinity;
  for (const { mean, inverse, peak } of kind) {
    const [x, y, z] = [L - mean[0], a - mean[1], b - mean[2]];
    const [xx, xy, xz, yy, yz, zz] = inverse as [number, number, number, number, number, number];
    const square = x * x * xx + y * y * yy + z * z * zz + 2 * (x * y * xy + x * z * xz + y * z * yz);
    best = Math.max(best, peak - square / 2);
  }
  return best;
}
