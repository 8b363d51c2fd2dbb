/** The surfaces under strokes that respect edges: made when a tile first needs them, and kept for the tiles beside it. */
import { type Area, overlap, strokeArea } from '../../../contract/touch-up/stroke-mask.ts';
import type { Stroke } from '../../../contract/touch-up/touch-up.ts';
import { findSurface, type Surface } from './find-surface.ts';
import type { Original } from './source-photo.ts';
import { type StrokeSegment, splitStroke } from './stroke-segments.ts';

/** How many px of surfaces are kept, at about 15 bytes each. */
const maxCachedPixels = 4_000_000;

export interface SurfaceCache {
  /** The surface of each stretch of a stroke that comes near `area`, px of the painted picture. */
  under(stroke: Stroke, area: Area): AsyncGenerator<Surface>;
}

export function createSurfaceCache(ground: {
  readonly original: Original;
  readonly scale: number;
  readonly signal: AbortSignal;
}): SurfaceCache {
  const { original, scale, signal } = ground;
  const stretches = new Map<Stroke, readonly StrokeSegment[]>();
  /** In the order of their last use. */
  const kept = new Map<StrokeSegment, Surface | null>();
  let pixels = 0;
  const surfaceOf = async (stroke: Stroke, stretch: StrokeSegment): Promise<Surface | null> => {
    const known = kept.get(stretch);
    if (known !== undefined) {
      kept.delete(stretch);
      kept.set(stretch, known);
      return known;
    }
    const side = stroke.mode === 'restore' ? 'reached' : 'spared';
    const surface = await findSurface(stretch, original, scale, side, signal);
    kept.set(stretch, surface);
    pixels += surface?.pixels ?? 0;
    for (const [oldest, oldestSurface] of kept) {
      if (pixels <= maxCachedPixels || oldest === stretch) break;
      kept.delete(oldest);
      pixels -= oldestSurface?.pixels ?? 0;
    }
    return surface;
  };
  return {
    async *under(stroke, area) {
      let parts = stretches.get(stroke);
      if (parts === undefined) {
        parts = splitStroke(stroke);
        stretches.set(stroke, parts);
      }
      for (const stretch of parts) {
        if (overlap(strokeArea(stretch, scale), area) === null) continue;
        const surface = await surfaceOf(stroke, stretch);
        if (surface !== null) yield surface;
      }
    },
  };
}
