/**
 * How sharp a picture is where it matters, so that photographs of one burst can be compared; noise does not count.
 *
 * At the strongest edges, the gradient of the picture is set against that of the same picture blurred on purpose: a sharp edge loses
 * much by that, a blurred one little (S. Zhuo and T. Sim, "Defocus map estimation from a single image", Pattern Recognition 44, 2011).
 * Light and contrast change both alike. What noise adds to each is known from its deviation (J. Immerkær, "Fast noise variance
 * estimation", CVIU 64, 1996) and is taken off.
 */
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

/** Deviation (px) of the blur that only calms pixels, and of the one on purpose. */
const slight = gaussian(0.6);
const strong = gaussian(2.4);
/** Share of a part's pixels that count as its edges. */
const edgeShare = 0.1;
/** Without so steep an edge (levels of 255 a px, after the strong blur) nothing can be said. */
const minEdgeGradient = 0.5;
/** Of a picture without faces: the middle, by this part of its sides. */
const middle = 0.7;
/** Faces smaller than this part of the largest (area) stand in the background. */
const minFaceAreaRatio = 1 / 4;
/** The largest of a crowd are enough. */
const maxFaces = 8;

/**
 * About 1 (a blur) to 2.5 (every edge within a pixel); null where there are no edges to tell by. Only good for comparing pictures of
 * the same thing at the same size.
 * @param faces px of the picture; none: its middle is looked at
 */
export async function measureSharpness(
  picture: Picture,
  faces: readonly Box[],
  signal: AbortSignal,
): Promise<number | null> {
  const yieldToEventLoop = createYielder(signal);
  const found: number[] = [];
  for (const part of focusRegions(picture, faces)) {
    const value = await sharpnessIn(await luminanceIn(picture, part, yieldToEventLoop), yieldToEventLoop);
    if (value !== null) found.push(value);
  }
  return found.length === 0 ? null : found.reduce((sum, value) => sum + value, 0) / found.length;
}

/** What the eye goes to first: the faces of those who stand in front, or the middle. */
export function focusRegions(picture: Picture, faces: readonly Box[]): Box[] {
  const area = (box: Box) => box.width * box.height;
  const seen = faces.map((face) => clipBox(picture, face)).filter((face) => face !== null);
  const maxArea = Math.max(...seen.map(area));
  const inFront = seen.filter((face) => area(face) >= maxArea * minFaceAreaRatio).toSorted((a, b) => area(b) - area(a));
  if (inFront.length > 0) return inFront.slice(0, maxFaces);
  const { width, height } = picture;
  const margin = (1 - middle) / 2;
  const center = clipBox(picture, {
    x: width * margin,
    y: height * margin,
    width: width * middle,
    height: height * middle,
  });
  return center === null ? [] : [center];
}

async function sharpnessIn(plane: Plane, yieldToEventLoop: YieldIfDue): Promise<number | null> {
  const fine = await squaredGradient(await convolve(plane, slight, yieldToEventLoop), yieldToEventLoop);
  const coarse = await squaredGradient(await convolve(plane, strong, yieldToEventLoop), yieldToEventLoop);
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
  const coarseMean = coarseSum / count - noise * gradientGain(strong);
  if (!(coarseMean > minEdgeGradient ** 2)) return null;
  return Math.sqrt(Math.max(0, fineSum / count - noise * gradientGain(slight)) / coarseMean);
}

/** Variance of a central difference of white noise of variance 1 that was blurred with `kernel` in both directions. */
function gradientGain(kernel: Float32Array): number {
  const difference = Float32Array.from(
    { length: kernel.length + 2 },
    (_, i) => ((kernel[i - 2] ?? 0) - (kernel[i] ?? 0)) / 2,
  );
  const power = (weights: Float32Array) => weights.reduce((sum, weight) => sum + weight * weight, 0);
  return power(difference) * power(kernel);
}

/** Immerkær's mask sees neither slopes nor edges; the median leaves out what texture adds. */
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
  // The mask multiplies a deviation by 6; the median of an absolute normal value is 0.6745 of its deviation.
  return (quantile(responses, 0.5) / 6 / 0.6745) ** 2;
}
