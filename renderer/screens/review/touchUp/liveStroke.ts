/**
 * A stroke while it is made, on pixels in memory: only what the pointer has just passed is painted. It minds no edges; the
 * main process sends how it is with them a moment later.
 */

import { type Area, overlap, strokeArea, strokeMask } from '../../../../contract/touch-up/stroke-mask.ts';
import type { Stroke } from '../../../../contract/touch-up/touch-up.ts';
import type { PicturePatch, TouchUpSession } from '../../../../contract/touch-up/touch-up-session.ts';

export type Pixels = Uint8ClampedArray<ArrayBuffer>;
type Ground = TouchUpSession['ground'];
type Brush = Pick<Stroke, 'mode' | 'radius' | 'softness'>;

export interface LiveStroke {
  /** RGBA, as it is shown. */
  readonly pixels: Pixels;
  /**
   * What is new of the picture below, as the main process has it: what was sketched since gives way to it, but for a stroke that is being
   * made. What has changed.
   */
  setBase(part: PicturePatch): Area | null;
  /** A new stroke, over what is shown. */
  start(brush: Brush): void;
  /** Goes on along these points, px of the photograph, of which the first was the last one before. What has changed. */
  extend(points: Stroke['points']): Area | null;
  end(): void;
}

type Place = Pick<TouchUpSession, 'scale' | 'left' | 'top' | 'ground'> & {
  readonly photograph: Pick<TouchUpSession['photograph'], 'width' | 'height' | 'pixels'>;
};

export function createLiveStroke({ photograph, scale, left, top, ground }: Place): LiveStroke {
  const { width, height, pixels: original } = photograph;
  const bounds = { left: 0, top: 0, width, height };
  /** The picture that the main process made last, below strokes that it has not answered, below the one that is being made. */
  const confirmedPixels: Pixels = new Uint8ClampedArray(width * height * 4);
  const base: Pixels = new Uint8ClampedArray(width * height * 4);
  const pixels: Pixels = new Uint8ClampedArray(width * height * 4);
  /** How much of the stroke each pixel has. */
  const covered = new Float32Array(width * height);
  let brush: Brush | null = null;
  /** Where the stroke is, or the last one; and where anything was sketched since the main process told. */
  let stroke: Area | null = null;
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
      const area = around(part, sketched);
      if (area === null) return null;
      sketched = brush && stroke;
      for (let row = area.top; row < area.top + area.height; row++) {
        const [from, to] = [row * width + area.left, row * width + area.left + area.width];
        const given = confirmedPixels.subarray(from * 4, to * 4);
        base.set(given, from * 4);
        pixels.set(given, from * 4);
        if (brush === null) continue;
        for (let index = from; index < to; index++) {
          if (covered[index]! > 0) layPixel(pixels, base, original, index, covered[index]!, brush.mode, ground);
        }
      }
      return area;
    },
    start(given) {
      brush = given;
      // Only the last stroke is on the one and not on the other.
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
      stroke = around(area, stroke);
      sketched = around(area, sketched);
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

/** The smallest area that holds both; null where they are nothing. */
function around(a: Area, b: Area | null): Area | null {
  if (a.width === 0) return b;
  if (b === null) return { left: a.left, top: a.top, width: a.width, height: a.height };
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)];
  const right = Math.max(a.left + a.width, b.left + b.width);
  const bottom = Math.max(a.top + a.height, b.top + b.height);
  return { left, top, width: right - left, height: bottom - top };
}

/** A pixel with so much of a stroke, as `applyStroke` of the main process lays it where no edge is minded. */
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
      const aim = mode === 'restore' ? (ground === 'mask' ? 255 : original[c]!) : ground === 'mask' ? 0 : 255;
      pixels[c] = base[c]! + covered * (aim - base[c]!);
    }
    return;
  }
  const alpha = base[offset + 3]!;
  const aim = mode === 'restore' ? original[offset + 3]! : 0;
  if (mode === 'restore' ? aim <= alpha : aim >= alpha) return;
  const mixed = alpha + covered * (aim - alpha);
  for (let c = offset; c < offset + 3; c++) {
    const premultiplied = (1 - covered) * alpha * base[c]! + covered * aim * original[c]!;
    pixels[c] = mixed === 0 ? 0 : premultiplied / mixed;
  }
  pixels[offset + 3] = mixed;
}
