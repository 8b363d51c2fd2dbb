/**
 * What a stroke that respects edges takes hold of: the surface its middle lies on. Pixels are judged by how like their colour
 * is to the colours in the stroke's middle, and the judgement is smoothed along the photograph's edges by a guided filter, as in
 * Hosni et al., "Fast cost-volume filtering for visual correspondence and beyond" (TPAMI 2013, interactive segmentation). Its
 * rim is carried to full size as that of a cutout is, which frees the colours there of what lies behind.
 */
import { type Area, overlap, strokeArea, strokeMask } from '../../../contract/touch-up/stroke-mask.ts';
import { createRowCutter } from '../restore/cutout/cut-rows.ts';
import { findEdge } from '../restore/cutout/find-edge.ts';
import type { Size } from '../size.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import { guidedFilter } from './guided-filter.ts';
import type { Original } from './source-photo.ts';
import { similarityToStroke } from './stroke-colors.ts';
import type { StrokeSegment } from './stroke-segments.ts';

/** The part of the radius that is surely meant; whatever lies there is painted. */
const middlePart = 0.3;
/** Largest surroundings that are looked at px by px; larger ones are looked at smaller. */
const maxAreaPixels = 250_000;
/** px around the stroke that are looked at too: as far as the filters look. */
const margin = 12;
/** Window of the guided filter, px to each side, and the variance of lightness that is no edge to it. */
const window = 4;
const noise = 1e-3;
/** Likeness below the first is the other side, above the second this side. */
const notAlike = 0.25;
const alike = 0.75;

export interface Surface {
  /** Where the stretch is, px of the painted picture. */
  readonly reach: Area;
  /** px that are held in memory. */
  readonly pixels: number;
  /**
   * The surface within a part of `reach`, cut out of the photograph.
   * @param pixels RGB with 8 bits of that part.
   * @returns RGBA; fully transparent pixels are black
   */
  cut(pixels: Uint8Array, part: Area): Uint8Array;
}

/**
 * @param side the surface itself, or all around it: what is left where the stroke erases.
 * @returns null where the stretch lies outside the picture
 */
export async function findSurface(
  stretch: StrokeSegment,
  original: Original,
  scale: number,
  side: 'reached' | 'spared',
  signal: AbortSignal,
): Promise<Surface | null> {
  const bounds = { left: 0, top: 0, width: original.width, height: original.height };
  const reach = overlap(strokeArea(stretch, scale), bounds);
  const area = overlap(strokeArea({ ...stretch, radius: stretch.radius + margin / scale }, scale), bounds);
  if (reach === null || area === null) return null;
  const size = workingSize(area);
  const guide = await guideOf(original, area, size);
  const yieldToEventLoop = createYielder(signal);
  const likeness = likenessOf(stretch, guide, area, size, scale);
  await yieldToEventLoop();
  const smooth = guidedFilter(likeness, guide, size, window, noise);
  await yieldToEventLoop();
  const cutout = new Uint8Array(size.width * size.height * 4);
  for (let pixel = 0; pixel < smooth.length; pixel++) {
    const held = Math.min(Math.max((smooth[pixel]! - notAlike) / (alike - notAlike), 0), 1);
    for (let c = 0; c < 3; c++) cutout[pixel * 4 + c] = guide[pixel * 3 + c]!;
    cutout[pixel * 4 + 3] = Math.round(255 * (side === 'reached' ? held : 1 - held));
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

/** Likeness to the colours of the stroke's middle, which itself is whole. */
function likenessOf({ points, radius }: StrokeSegment, guide: Uint8Array, area: Area, size: Size, scale: number) {
  const factor = size.width / area.width;
  const inArea = points.map(([x, y]): [number, number] => [x - area.left / scale, y - area.top / scale]);
  const bounds = { left: 0, top: 0, ...size };
  const minRadius = 1 / (scale * factor);
  const middle = strokeMask(
    { points: inArea, radius: Math.max(radius * middlePart, minRadius), softness: 0 },
    bounds,
    scale * factor,
  );
  const likeness = similarityToStroke(guide, middle);
  for (let pixel = 0; pixel < likeness.length; pixel++)
    if (middle[pixel]! > likeness[pixel]!) likeness[pixel] = middle[pixel]!;
  return likeness;
}
