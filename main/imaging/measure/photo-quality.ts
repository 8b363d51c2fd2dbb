import type { Box } from '../../../contract/jobs/result.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import type { Picture } from './measured-image.ts';
import {
  clipBox,
  convolve,
  gaussian,
  luminanceIn,
  type Plane,
  quantile,
  squaredGradient,
  type YieldIfDue,
} from './plane.ts';

/** Deviations (px) of blurs: against noise, and on purpose. */
const slightBlur = gaussian(0.6);
const strongBlur = gaussian(2.4);
const edgeShare = 0.1;
/** Levels of 255 a px, after the strong blur. */
const minEdgeGradient = 0.5;
/** Share of the sides. */
const middleShare = 0.7;
/** Smaller faces, by area relative to the largest, are in the background. */
const minFaceAreaRatio = 1 / 4;
const maxFaces = 8;

/**
 * Returns about 1 (a blur) to 2.5 (edges within a pixel), or null without edges. Only comparable for one subject at one
 * size. A deliberate blur takes more gradient from a sharp edge (S. Zhuo and T. Sim, "Defocus map estimation from a
 * single image", Pattern Recognition 44, 2011). Noise is subtracted (J. Immerkær, "Fast noise variance estimation",
 * CVIU 64, 1996).
 * @param faces px of the picture; if empty, its middle counts
 */
export async function measureSharpness(
  picture: Picture,
  faces: readonly Box[],
  signal: AbortSignal,
): Promise<number | null> {
  const yieldToEventLoop = createYielder(signal);
  const values: number[] = [];
  for (const part of focusRegions(picture, faces)) {
    const value = await sharpnessIn(await luminanceIn(picture, part, yieldToEventLoop), yieldToEventLoop);
    if (value !== null) values.push(value);
  }
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The faces in front, or the middle. */
export function focusRegions(picture: Picture, faces: readonly Box[]): Box[] {
  const area = (box: Box) => box.width * box.height;
  const visible = faces.map((face) => clipBox(picture, face)).filter((face) => face !== null);
  const maxArea = Math.max(...visible.map(area));
  const inFront = visible
    .filter((face) => area(face) >= maxArea * minFaceAreaRatio)
    .toSorted((a, b) => area(b) - area(a));
  if (inFront.length > 0) return inFront.slice(0, maxFaces);
  const { width, height } = picture;
  const margin = (1 - middleShare) / 2;
  const center = clipBox(picture, {
    x: width * margin,
    y: height * margin,
    width: width * middleShare,
    height: height * middleShare,
  });
  return center === null ? [] : [center];
}

async function sharpnessIn(plane: Plane, yieldToEventLoop: YieldIfDue): Promise<number | null> {
  const fine = await squaredGradient(await convolve(plane, slightBlur, yieldToEventLoop), yieldToEventLoop);
  const coarse = await squaredGradient(await convolve(plane, strongBlur, yieldToEventLoop), yieldToEventLoop);
  const limit = quantile(coarse, 1 - edgeShare);
  let [fineSum, coarseSum, count] = [0, 0, 0];
  for (let index = 0; index < coarse.length; index++) {
    if (index % plane.width === 0) await yieldToEventLoop();
    if (coarse[index]! < limit) continue;
    fineSum += fine[index]!;
    coarseSum += coarse[index]!;
    count += 1;
  }
  const noise = (await noiseVariance(plane, yieldToEventLoop)) * 2;
  const coarseMean = coarseSum / count - noise * gradientGain(strongBlur);
  if (!(coarseMean > minEdgeGradient ** 2)) return null;
  return Math.sqrt(Math.max(0, fineSum / count - noise * gradientGain(slightBlur)) / coarseMean);
}

/** Variance of a central difference of white noise (variance 1) blurred with `kernel`. */
function gradientGain(kernel: Float32Array): number {
  const difference = Float32Array.from(
    { length: kernel.length + 2 },
    (_, i) => ((kernel[i - 2] ?? 0) - (kernel[i] ?? 0)) / 2,
  );
  const power = (weights: Float32Array) => weights.reduce((sum, weight) => sum + weight * weight, 0);
  return power(difference) * power(kernel);
}

/** The mask ignores slopes and edges, the median ignores texture. */
async function noiseVariance({ width, height, values }: Plane, yieldToEventLoop: YieldIfDue): Promise<number> {
  const responses = new Float32Array(Math.max(0, (width - 2) * (height - 2)));
  let filled = 0;
  for (let y = 1; y < height - 1; y++) {
    await yieldToEventLoop();
    for (let index = y * width + 1; index < (y + 1) * width - 1; index++) {
      const [up, down] = [index - width, index + width];
      const corners = values[up - 1]! + values[up + 1]! + values[down - 1]! + values[down + 1]!;
      const sides = values[up]! + values[down]! + values[index - 1]! + values[index + 1]!;
      responses[filled++] = Math.abs(corners - 2 * sides + 4 * values[index]!);
    }
  }
  // The mask multiplies a deviation by 6. The median of an absolute normal value is 0.6745 of its deviation.
  return (quantile(responses, 0.5) / 6 / 0.6745) ** 2;
}

export interface Exposure {
  /** Shares (0..1) of pixels without detail in any channel. */
  readonly clippedLow: number;
  readonly clippedHigh: number;
  /** Mean luminance (0..1, encoded) of the focus regions. */
  readonly light: number;
}

/** JPEG leaves these of 255 and 0. */
const minWhiteLevel = 252;
const maxBlackLevel = 3;

export async function measureExposure(picture: Picture, faces: readonly Box[], signal: AbortSignal): Promise<Exposure> {
  const yieldToEventLoop = createYielder(signal);
  const { width, height, rgb } = picture;
  let [low, high] = [0, 0];
  for (let y = 0; y < height; y++) {
    await yieldToEventLoop();
    for (let offset = y * width * 3; offset < (y + 1) * width * 3; offset += 3) {
      const [red, green, blue] = [rgb[offset]!, rgb[offset + 1]!, rgb[offset + 2]!];
      if (Math.min(red, green, blue) >= minWhiteLevel) high += 1;
      else if (Math.max(red, green, blue) <= maxBlackLevel) low += 1;
    }
  }
  let [sum, count] = [0, 0];
  for (const part of focusRegions(picture, faces)) {
    const { values } = await luminanceIn(picture, part, yieldToEventLoop);
    for (let from = 0; from < values.length; from += part.width) {
      await yieldToEventLoop();
      for (let index = from; index < from + part.width; index++) sum += values[index]!;
    }
    count += values.length;
  }
  const pixels = Math.max(1, width * height);
  return { clippedLow: low / pixels, clippedHigh: high / pixels, light: count === 0 ? 0 : sum / count / 255 };
}
