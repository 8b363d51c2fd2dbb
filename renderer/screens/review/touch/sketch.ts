/**
 * A stroke while it is made, on pixels in memory: only what the pointer has just passed is painted. It minds no edges; the
 * main process sends how it is with them a moment later.
 */
import type { TouchOpened } from '../../../../preload/contract/touch/requests.ts';
import { type Area, overlap, strokeArea, strokeMask } from '../../../../preload/contract/touch/stroke-mask.ts';
import type { Stroke } from '../../../../preload/contract/touch.ts';

export type Pixels = Uint8ClampedArray<ArrayBuffer>;
type Ground = TouchOpened['ground'];
type Brush = Pick<Stroke, 'mode' | 'radius' | 'softness'>;

export interface Sketch {
  /** RGBA, as it is shown. */
  readonly pixels: Pixels;
  /** Another picture below, as the main process has it; a stroke that is being made stays. */
  setBase(base: Uint8Array): void;
  /** A new stroke, over what is shown. */
  begin(brush: Brush): void;
  /** Goes on along these points, px of the photograph, of which the first was the last one before. What has changed. */
  extend(points: Stroke['points']): Area | null;
  end(): void;
}

type Place = Pick<TouchOpened, 'scale' | 'left' | 'top' | 'ground'> & {
  readonly photograph: Pick<TouchOpened['photograph'], 'width' | 'height' | 'pixels'>;
};

export function createSketch({ photograph, scale, left, top, ground }: Place): Sketch {
  const { width, height, pixels: original } = photograph;
  const whole = { left: 0, top: 0, width, height };
  const base: Pixels = new Uint8ClampedArray(width * height * 4);
  const pixels: Pixels = new Uint8ClampedArray(width * height * 4);
  /** How much of the stroke each pixel has. */
  const covered = new Float32Array(width * height);
  let brush: Brush | null = null;

  return {
    pixels,
    setBase(given) {
      base.set(given);
      pixels.set(given);
      if (brush === null) return;
      for (let at = 0; at < covered.length; at++) {
        if (covered[at]! > 0) layPixel(pixels, base, original, at, covered[at]!, brush.mode, ground);
      }
    },
    begin(given) {
      brush = given;
      base.set(pixels);
      covered.fill(0);
    },
    extend(points) {
      if (brush === null) return null;
      const shape = { ...brush, points: points.map(([x, y]): [number, number] => [x - left, y - top]) };
      const area = overlap(strokeArea(shape, scale), whole);
      if (area === null) return null;
      const mask = strokeMask(shape, area, scale);
      for (let row = 0, from = 0; row < area.height; row++) {
        let at = (area.top + row) * width + area.left;
        for (let x = 0; x < area.width; x++, from++, at++) {
          if (mask[from]! <= covered[at]!) continue;
          covered[at] = mask[from]!;
          layPixel(pixels, base, original, at, mask[from]!, brush.mode, ground);
        }
      }
      return area;
    },
    end() {
      brush = null;
    },
  };
}

/** A pixel with so much of a stroke, as `layStroke` of the main process lays it where no edge is minded. */
function layPixel(
  pixels: Pixels,
  base: Pixels,
  original: Uint8Array,
  index: number,
  covered: number,
  mode: Stroke['mode'],
  ground: Ground,
): void {
  const at = index * 4;
  if (ground !== 'clear') {
    for (let c = at; c < at + 3; c++) {
      const aim = mode === 'restore' ? (ground === 'mask' ? 255 : original[c]!) : ground === 'mask' ? 0 : 255;
      pixels[c] = base[c]! + covered * (aim - base[c]!);
    }
    return;
  }
  const alpha = base[at + 3]!;
  const aim = mode === 'restore' ? original[at + 3]! : 0;
  if (mode === 'restore' ? aim <= alpha : aim >= alpha) return;
  const mixed = alpha + covered * (aim - alpha);
  for (let c = at; c < at + 3; c++) {
    const premultiplied = (1 - covered) * alpha * base[c]! + covered * aim * original[c]!;
    pixels[c] = mixed === 0 ? 0 : premultiplied / mixed;
  }
  pixels[at + 3] = mixed;
}
