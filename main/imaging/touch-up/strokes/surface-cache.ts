/** Cache of the surfaces under edge-aware strokes, because neighboring tiles share them. */
import { type Area, overlap, strokeArea } from '../../../../contract/touch-up/stroke-mask.ts';
import type { Stroke } from '../../../../contract/touch-up/touch-up.ts';
import type { Original } from '../canvas.ts';
import { findSurface, type Surface } from './find-surface.ts';
import { type StrokeSegment, splitStroke } from './stroke-segments.ts';

/** About 15 bytes each. */
const maxCachedPixels = 4_000_000;

export interface SurfaceCache {
  /** Yields the surface of each segment near `area` (px of the painted picture). */
  under(stroke: Stroke, area: Area): AsyncGenerator<Surface>;
}

export function createSurfaceCache(ground: {
  readonly original: Original;
  readonly scale: number;
  readonly signal: AbortSignal;
}): SurfaceCache {
  const { original, scale, signal } = ground;
  const segments = new Map<Stroke, readonly StrokeSegment[]>();
  /** In the order of their last use. */
  const cached = new Map<StrokeSegment, Surface | null>();
  let pixels = 0;
  const surfaceOf = async (stroke: Stroke, segment: StrokeSegment): Promise<Surface | null> => {
    const known = cached.get(segment);
    if (known !== undefined) {
      cached.delete(segment);
      cached.set(segment, known);
      return known;
    }
    const side = stroke.mode === 'restore' ? 'reached' : 'spared';
    const surface = await findSurface(segment, original, scale, side, signal);
    cached.set(segment, surface);
    pixels += surface?.pixels ?? 0;
    for (const [oldest, oldestSurface] of cached) {
      if (pixels <= maxCachedPixels || oldest === segment) break;
      cached.delete(oldest);
      pixels -= oldestSurface?.pixels ?? 0;
    }
    return surface;
  };
  return {
    async *under(stroke, area) {
      let parts = segments.get(stroke);
      if (parts === undefined) {
        parts = splitStroke(stroke);
        segments.set(stroke, parts);
      }
      for (const segment of parts) {
        if (overlap(strokeArea(segment, scale), area) === null) continue;
        const surface = await surfaceOf(stroke, segment);
        if (surface !== null) yield surface;
      }
    },
  };
}
