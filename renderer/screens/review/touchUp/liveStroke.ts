/**
 * Preview of a stroke during painting, on pixels in memory. Each step paints only the new part. It ignores edges; the main
 * process sends the exact pixels afterwards.
 */
import { type Area, overlap, strokeArea, strokeMask } from '../../../../contract/touch-up/stroke-mask.ts';
import type { Stroke } from '../../../../contract/touch-up/touch-up.ts';
import type { PicturePatch, TouchUpSession } from '../../../../contract/touch-up/touch-up-session.ts';

export type Pixels = Uint8ClampedArray<ArrayBuffer>;
type Ground = TouchUpSession['ground'];
type Brush = Pick<Stroke, 'mode' | 'radius' | 'softness'>;

interface LiveStroke {
  /** RGBA of the shown picture. */
  readonly pixels: Pixels;
  /** Replaces previews with pixels of the main process, except the current stroke. Returns the changed area. */
  setBase(part: PicturePatch): Area | null;
  /** Starts a stroke on the shown pixels. */
  start(brush: Brush): void;
  /** Extends the stroke from the last point, which is the first of these (px of the photograph). Returns the changed area. */
  extend(points: Stroke['points']): Area | null;
  end(): void;
}

type LiveStrokeSession = Pick<TouchUpSession, 'scale' | 'left' | 'top' | 'ground'> & {
  readonly photograph: Pick<TouchUpSession['photograph'], 'width' | 'height' | 'pixels'>;
};

export function createLiveStroke({ photograph, scale, left, top, ground }: LiveStrokeSession): LiveStroke {
  const { width, height, pixels: original } = photograph;
  const bounds = { left: 0, top: 0, width, height };
  /** Three layers: the last picture of the main process, with unconfirmed strokes (`base`), and with the current stroke (`pixels`). */
  const confirmedPixels: Pixels = new Uint8ClampedArray(width * height * 4);
  const base: Pixels = new Uint8ClampedArray(width * height * 4);
  const pixels: Pixels = new Uint8ClampedArray(width * height * 4);
  /** Coverage of each pixel by the stroke, 0 to 1. */
  const covered = new Float32Array(width * height);
  let brush: Brush | null = null;
  /** Area of the current or last stroke. */
  let stroke: Area | null = null;
  /** Area of previews that the main process has not confirmed. */
  let sketched: Area | null = null;

  return {
    pixels,
    setBase(part) {
      for (let row = 0; row < part.height; row++) {
        const from = row * part.width * 4;
        confirmedPixels.set(
          part.pixels.subarray(from, from + part.width * 4),
          ((part.top + row) * width + part.left) * 4,
        );
      }
      const area = union(part, sketched);
      if (area === null) return null;
      sketched = brush && stroke;
      for (let row = area.top; row < area.top + area.height; row++) {
        const [from, to] = [row * width + area.left, row * width + area.left + area.width];
        const confirmed = confirmedPixels.subarray(from * 4, to * 4);
        base.set(confirmed, from * 4);
        pixels.set(confirmed, from * 4);
        if (brush === null) continue;
        for (let index = from; index < to; index++) {
          if (covered[index]! > 0) layPixel(pixels, base, original, index, covered[index]!, brush.mode, ground);
        }
      }
      return area;
    },
    start(newBrush) {
      brush = newBrush;
      // Only the last stroke is not in `base` yet.
      if (stroke === null) return;
      for (let row = stroke.top; row < stroke.top + stroke.height; row++) {
        const [from, to] = [row * width + stroke.left, row * width + stroke.left + stroke.width];
        base.set(pixels.subarray(from * 4, to * 4), from * 4);
        covered.fill(0, from, to);
      }
      stroke = null;
    },
    extend(points) {
      if (brush === null) return null;
      const shape = { ...brush, points: points.map(([x, y]): [number, number] => [x - left, y - top]) };
      const area = overlap(strokeArea(shape, scale), bounds);
      if (area === null) return null;
      stroke = union(area, stroke);
      sketched = union(area, sketched);
      const mask = strokeMask(shape, area, scale);
      for (let row = 0, from = 0; row < area.height; row++) {
        let index = (area.top + row) * width + area.left;
        for (let x = 0; x < area.width; x++, from++, index++) {
          if (mask[from]! <= covered[index]!) continue;
          covered[index] = mask[from]!;
          layPixel(pixels, base, original, index, mask[from]!, brush.mode, ground);
        }
      }
      return area;
    },
    end() {
      brush = null;
    },
  };
}

/** Returns the smallest area around both, or null if both are empty. */
function union(a: Area, b: Area | null): Area | null {
  if (a.width === 0) return b;
  if (b === null) return { left: a.left, top: a.top, width: a.width, height: a.height };
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)];
  const right = Math.max(a.left + a.width, b.left + b.width);
  const bottom = Math.max(a.top + a.height, b.top + b.height);
  return { left, top, width: right - left, height: bottom - top };
}

/** Blends a stroke into a pixel, like `applyStroke` of the main process without edges. */
function layPixel(
  pixels: Pixels,
  base: Pixels,
  original: Uint8Array,
  index: number,
  covered: number,
  mode: Stroke['mode'],
  ground: Ground,
): void {
  const offset = index * 4;
  if (ground !== 'clear') {
    for (let c = offset; c < offset + 3; c++) {
      const target = mode === 'restore' ? (ground === 'mask' ? 255 : original[c]!) : ground === 'mask' ? 0 : 255;
      pixels[c] = base[c]! + covered * (target - base[c]!);
    }
    return;
  }
  const alpha = base[offset + 3]!;
  const target = mode === 'restore' ? original[offset + 3]! : 0;
  if (mode === 'restore' ? target <= alpha : target >= alpha) return;
  const mixed = alpha + covered * (target - alpha);
  for (let c = offset; c < offset + 3; c++) {
    const premultiplied = (1 - covered) * alpha * base[c]! + covered * target * original[c]!;
    pixels[c] = mixed === 0 ? 0 : premultiplied / mixed;
  }
  pixels[offset + 3] = mixed;
}
