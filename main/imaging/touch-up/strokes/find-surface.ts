/**
 * Finds the surface under an edge-aware stroke: similarity to the colors in the stroke's middle, smoothed along edges
 * by a guided filter (Hosni et al., "Fast cost-volume filtering for visual correspondence and beyond", TPAMI 2013). Its
 * edge is restored like a cutout's.
 */
import { type Area, overlap, strokeArea, strokeMask } from '../../../../contract/touch-up/stroke-mask.ts';
import { createRowCutter } from '../../restore/cutout/cut-rows.ts';
import { findEdge } from '../../restore/cutout/find-edge.ts';
import type { Size } from '../../size.ts';
import { createYielder } from '../../yield-to-event-loop.ts';
import type { Original } from '../canvas.ts';
import { applyGuidedFilter } from './guided-filter.ts';
import { computeStrokeSimilarity } from './stroke-colors.ts';
import type { StrokeSegment } from './stroke-segments.ts';

/** Share of the radius that is always painted. */
const middlePart = 0.3;
/** Larger areas are scaled down. */
const maxAreaPixels = 250_000;
/** Reach of the filters, px. */
const margin = 12;
/** px to each side, and variance of lightness. */
const window = 4;
const noise = 1e-3;
/** Similarities that become alpha 0 and 1. */
const minSimilarity = 0.25;
const fullSimilarity = 0.75;

export interface Surface {
  /** px of the painted picture. */
  readonly reach: Area;
  /** Count in memory. */
  readonly pixels: number;
  /**
   * Cuts a part of `reach` out of its pixels.
   * @param pixels RGB with 8 bits
   * @returns RGBA; transparent pixels are black
   */
  cut(pixels: Uint8Array, part: Area): Uint8Array;
}

/**
 * @param side `spared` = all around the surface, which an eraser leaves
 * @returns null outside of the picture
 */
export async function findSurface(
  segment: StrokeSegment,
  original: Original,
  scale: number,
  side: 'reached' | 'spared',
  signal: AbortSignal,
): Promise<Surface | null> {
  const bounds = { left: 0, top: 0, width: original.width, height: original.height };
  const reach = overlap(strokeArea(segment, scale), bounds);
  const area = overlap(strokeArea({ ...segment, radius: segment.radius + margin / scale }, scale), bounds);
  if (reach === null || area === null) return null;
  const size = workingSize(area);
  const guide = await guideOf(original, area, size);
  const yieldToEventLoop = createYielder(signal);
  const similarity = similarityOf(segment, guide, area, size, scale);
  await yieldToEventLoop();
  const smooth = applyGuidedFilter(similarity, guide, size, window, noise);
  await yieldToEventLoop();
  const cutout = new Uint8Array(size.width * size.height * 4);
  for (let pixel = 0; pixel < smooth.length; pixel++) {
    const alpha = Math.min(Math.max((smooth[pixel]! - minSimilarity) / (fullSimilarity - minSimilarity), 0), 1);
    for (let c = 0; c < 3; c++) cutout[pixel * 4 + c] = guide[pixel * 3 + c]!;
    cutout[pixel * 4 + 3] = Math.round(255 * (side === 'reached' ? alpha : 1 - alpha));
  }
  const edge = await findEdge(guide, cutout, size, signal);
  return {
    reach,
    pixels: smooth.length,
    cut(pixels, part) {
      const columns = { left: part.left - area.left, width: part.width };
      return createRowCutter(edge, area, 3, columns)(pixels, part.top - area.top, part.height);
    },
  };
}

function workingSize({ width, height }: Size): Size {
  const factor = Math.min(1, Math.sqrt(maxAreaPixels / (width * height)));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

async function guideOf(original: Original, area: Area, size: Size): Promise<Uint8Array> {
  if (original.depth === 8 && original.channels === 3 && size.width === area.width && size.height === area.height) {
    return (await original.read(area)) as Uint8Array;
  }
  return original.scaled(area, size);
}

function similarityOf({ points, radius }: StrokeSegment, guide: Uint8Array, area: Area, size: Size, scale: number) {
  const factor = size.width / area.width;
  const inArea = points.map(([x, y]): [number, number] => [x - area.left / scale, y - area.top / scale]);
  const bounds = { left: 0, top: 0, ...size };
  const minRadius = 1 / (scale * factor);
  const middle = strokeMask(
    { points: inArea, radius: Math.max(radius * middlePart, minRadius), softness: 0 },
    bounds,
    scale * factor,
  );
  const similarity = computeStrokeSimilarity(guide, middle);
  for (let pixel = 0; pixel < similarity.length; pixel++)
    if (middle[pixel]! > similarity[pixel]!) similarity[pixel] = middle[pixel]!;
  return similarity;
}
