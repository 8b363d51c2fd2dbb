/** Paints strokes of the brush on a result, tile by tile. */
import { type Area, overlap, strokeArea, strokeMask } from '../../../contract/touch-up/stroke-mask.ts';
import type { Stroke } from '../../../contract/touch-up/touch-up.ts';
import type { EncodedResult } from '../encode/prepare-result.ts';
import type { Region, Size } from '../size.ts';
import type { Samples } from '../unpacked-image.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import { type Canvas, cropPixels, type Original } from './canvas.ts';
import { applyStroke, roundTile, type SourceTile, type StrokeLayer, type Tile } from './strokes/apply-stroke.ts';
import { createSurfaceCache, type SurfaceCache } from './strokes/surface-cache.ts';
import { type TouchRequest, unpackPictures } from './unpacked-pair.ts';
import { writeTouchUp } from './write-touch-up.ts';

export interface BrushRequest extends TouchRequest {
  readonly strokes: readonly Stroke[];
  /** Of JPEG and WEBP. */
  readonly quality: number;
}

/**
 * Paints strokes on a cutout, crop or mask, as a new file in `to`. Without alpha, erased parts become white. Memory:
 * 150 MB at any size. Disk: up to 16 bytes a pixel.
 * @throws ImagingError BAD_SOURCE, BAD_RESULT or CANNOT_TOUCH_UP, or the signal's reason
 */
export async function brushResult(request: BrushRequest): Promise<EncodedResult> {
  const { strokes, quality, to, signal } = request;
  const { facts, canvas, canvasPath, original, place, close } = await unpackPictures(request);
  try {
    await paintStrokes(strokes, { canvas, original, place, scale: 1, signal });
    return await writeTouchUp(canvasPath, facts, quality, to);
  } finally {
    await close();
  }
}

export interface Painting {
  readonly canvas: Canvas;
  readonly original: Original;
  /** px of the original. */
  readonly place: Region;
  /** px of the original per px of the photograph. */
  readonly scale: number;
  readonly signal: AbortSignal;
}

/** px; takes about 10 ms. Few rows, because each is a read and a write. */
const tileSize: Size = { width: 1024, height: 64 };

/** @throws the signal's reason */
export async function paintStrokes(strokes: readonly Stroke[], painting: Painting): Promise<void> {
  const { canvas, place, scale, signal } = painting;
  const surfaces = createSurfaceCache(painting);
  const areas = strokes.map((stroke) => strokeArea(stroke, scale));
  const yieldToEventLoop = createYielder(signal);
  for (let top = 0; top < canvas.height; top += tileSize.height) {
    for (let left = 0; left < canvas.width; left += tileSize.width) {
      const size = {
        width: Math.min(tileSize.width, canvas.width - left),
        height: Math.min(tileSize.height, canvas.height - top),
      };
      const area = { left: place.left + left, top: place.top + top, ...size };
      const near = strokes.filter((_, index) => overlap(areas[index]!, area) !== null);
      const touched = overlap(boundsOf(areas.filter((each) => overlap(each, area) !== null)), area);
      if (touched !== null) await paintTile(near, touched, painting, surfaces, yieldToEventLoop);
    }
  }
}

function boundsOf(areas: readonly Area[]): Area {
  const left = Math.min(...areas.map((area) => area.left));
  const top = Math.min(...areas.map((area) => area.top));
  const right = Math.max(...areas.map((area) => area.left + area.width));
  return { left, top, width: right - left, height: Math.max(...areas.map((area) => area.top + area.height)) - top };
}

async function paintTile(
  strokes: readonly Stroke[],
  area: Area,
  { canvas, original, place, scale, signal }: Painting,
  surfaces: SurfaceCache,
  yieldToEventLoop: ReturnType<typeof createYielder>,
): Promise<void> {
  const region = { ...area, left: area.left - place.left, top: area.top - place.top };
  const samples = await canvas.read(region);
  const tile: Tile = {
    channels: canvas.channels,
    values: new Float32Array(samples),
    maxSample: canvas.depth === 8 ? 255 : 65535,
    changed: new Uint8Array(region.width * region.height),
  };
  const source = createSourceTile(await original.read(area), original, canvas);
  for (const stroke of strokes) {
    await yieldToEventLoop();
    const mask = strokeMask(stroke, area, scale);
    if (!mask.some((value) => value > 0)) continue;
    await yieldToEventLoop();
    const surface = stroke.edgeAware ? await joinSurfaces(stroke, area, source.small, surfaces) : null;
    signal.throwIfAborted();
    applyStroke(tile, source, { mode: stroke.mode, mask, surface });
  }
  if (!tile.changed.includes(1)) return;
  roundTile(tile, samples);
  await canvas.write(region, samples);
}

function createSourceTile(pixels: Samples, original: Original, canvas: Canvas): SourceTile {
  const times = canvas.depth === original.depth ? 1 : canvas.depth === 16 ? 257 : 1 / 257;
  const { channels } = original;
  const toSmall = original.depth === 8 ? 1 : 1 / 257;
  const small = new Uint8Array((pixels.length / channels) * 3);
  for (let to = 0, from = 0; to < small.length; to += 3, from += channels) {
    for (let c = 0; c < 3; c++) small[to + c] = Math.round(pixels[from + c]! * toSmall);
  }
  return { pixels, channels, times, small };
}

/** Joins the surfaces under an edge-aware stroke. Where segments overlap, the stronger effect counts. */
async function joinSurfaces(
  stroke: Stroke,
  area: Area,
  small: Uint8Array,
  surfaces: SurfaceCache,
): Promise<NonNullable<StrokeLayer['surface']>> {
  const rgba = new Uint8Array(area.width * area.height * 4);
  // Pixels outside every surface are neither restored nor erased.
  if (stroke.mode === 'erase') for (let offset = 3; offset < rgba.length; offset += 4) rgba[offset] = 255;
  const pixels = new Uint32Array(rgba.buffer);
  const isFurther = stroke.mode === 'restore' ? (a: number, b: number) => a > b : (a: number, b: number) => a < b;
  for await (const surface of surfaces.under(stroke, area)) {
    const inside = overlap(surface.reach, area);
    if (inside === null) continue;
    const [left, top] = [inside.left - area.left, inside.top - area.top];
    const cut = surface.cut(cropPixels(small, area.width, 3, { ...inside, left, top }), inside);
    const cutPixels = new Uint32Array(cut.buffer);
    for (let row = 0, from = 0; row < inside.height; row++) {
      let to = (top + row) * area.width + left;
      for (let x = 0; x < inside.width; x++, from++, to++) {
        if (isFurther(cut[from * 4 + 3]!, rgba[to * 4 + 3]!)) pixels[to] = cutPixels[from]!;
      }
    }
  }
  return rgba;
}
