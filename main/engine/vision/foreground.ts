// The colours a subject has without its old background: what keeps a halo of that background out of hair and soft edges.

import { setImmediate as pause } from 'node:timers/promises';
import { cut, grow, type Plane, type Rect, squares } from './plane.ts';

/** Interleaved RGB in 0..1, three values a pixel. */
type Colours = { width: number; height: number; data: Float32Array };
type Level = { image: Colours; alpha: Plane };

const REGULARISATION = 1e-5;
const SMALL_SIDE = 32;
const TILE = 256;
/** How far around a tile colours are looked for. */
const MARGIN = 64;

/**
 * The colours of `rgb` with the background's share taken out where alpha is between 0 and 1, tile by tile.
 * @param rgb three bytes a pixel.
 * @param alpha same size, 0..1.
 * @returns three bytes a pixel; where alpha is 0 or 1 they are those of `rgb`.
 * @throws the signal's reason when it fires; looked at before every tile.
 */
export async function withoutBackground(rgb: Uint8Array, alpha: Plane, signal: AbortSignal): Promise<Uint8Array> {
  const { width, height } = alpha;
  const out = rgb.slice();
  for (const core of squares(width, height, TILE)) {
    if (!isMixed(alpha, core)) continue;
    await pause();
    signal.throwIfAborted();
    const rect = grow(core, MARGIN, width, height);
    const foreground = estimateForeground(cutColours(rgb, width, rect), cut(alpha, rect));
    for (let y = core.y; y < core.y + core.height; y++) {
      for (let x = core.x; x < core.x + core.width; x++) {
        const at = y * width + x;
        const a = alpha.data[at]!;
        if (a <= 0 || a >= 1) continue;
        const from = ((y - rect.y) * rect.width + x - rect.x) * 3;
        for (let c = 0; c < 3; c++) out[at * 3 + c] = Math.round(foreground.data[from + c]! * 255);
      }
    }
  }
  return out;
}

function isMixed(alpha: Plane, rect: Rect): boolean {
  for (let y = rect.y; y < rect.y + rect.height; y++) {
    for (let at = y * alpha.width + rect.x, end = at + rect.width; at < end; at++) {
      if (alpha.data[at]! > 0 && alpha.data[at]! < 1) return true;
    }
  }
  return false;
}

function cutColours(rgb: Uint8Array, width: number, rect: Rect): Colours {
  const data = new Float32Array(rect.width * rect.height * 3);
  for (let y = 0, to = 0; y < rect.height; y++) {
    const from = ((rect.y + y) * width + rect.x) * 3;
    for (let i = from; i < from + rect.width * 3; i++) data[to++] = rgb[i]! / 255;
  }
  return { width: rect.width, height: rect.height, data };
}

/** Foreground colours from coarse to fine (fast multi-level foreground estimation, Germer et al. 2020). */
function estimateForeground(image: Colours, alpha: Plane): Colours {
  const { width, height } = alpha;
  let foreground: Colours = { width: 1, height: 1, data: new Float32Array(3).fill(0.5) };
  let background: Colours = { width: 1, height: 1, data: new Float32Array(3).fill(0.5) };
  const levels = Math.max(1, Math.ceil(Math.log2(Math.max(width, height))));
  for (let level = 0; level <= levels; level++) {
    const w = Math.max(1, Math.round(width ** (level / levels)));
    const h = Math.max(1, Math.round(height ** (level / levels)));
    const here: Level = level === levels ? { image, alpha } : nearestLevel(image, alpha, w, h);
    foreground = nearest(foreground, w, h);
    background = nearest(background, w, h);
    const rounds = w <= SMALL_SIDE && h <= SMALL_SIDE ? 10 : 2;
    for (let round = 0; round < rounds; round++) sweep(here, foreground.data, background.data);
  }
  return foreground;
}

/** One pass over the pixels: the 2x2 least squares of each from its colour and its four neighbours' estimates. */
function sweep({ image, alpha }: Level, foreground: Float32Array, background: Float32Array): void {
  const { width, height } = alpha;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const a = alpha.data[at]!;
      const neighbours = [
        x > 0 ? at - 1 : at,
        x < width - 1 ? at + 1 : at,
        y > 0 ? at - width : at,
        y < height - 1 ? at + width : at,
      ] as const;
      const [n0, n1, n2, n3] = neighbours;
      const w0 = REGULARISATION + Math.abs(a - alpha.data[n0]!);
      const w1 = REGULARISATION + Math.abs(a - alpha.data[n1]!);
      const w2 = REGULARISATION + Math.abs(a - alpha.data[n2]!);
      const w3 = REGULARISATION + Math.abs(a - alpha.data[n3]!);
      const total = w0 + w1 + w2 + w3;
      const a00 = a * a + total;
      const a01 = a * (1 - a);
      const a11 = (1 - a) * (1 - a) + total;
      const scale = 1 / (a00 * a11 - a01 * a01);
      for (let c = 0; c < 3; c++) {
        const value = image.data[at * 3 + c]!;
        const f0 = foreground[n0 * 3 + c]! * w0 + foreground[n1 * 3 + c]! * w1;
        const f1 = foreground[n2 * 3 + c]! * w2 + foreground[n3 * 3 + c]! * w3;
        const b0 = background[n0 * 3 + c]! * w0 + background[n1 * 3 + c]! * w1;
        const b1 = background[n2 * 3 + c]! * w2 + background[n3 * 3 + c]! * w3;
        const f = a * value + f0 + f1;
        const b = (1 - a) * value + b0 + b1;
        foreground[at * 3 + c] = Math.min(1, Math.max(0, (a11 * f - a01 * b) * scale));
        background[at * 3 + c] = Math.min(1, Math.max(0, (a00 * b - a01 * f) * scale));
      }
    }
  }
}

function nearest(from: Colours, width: number, height: number): Colours {
  if (from.width === width && from.height === height) return from;
  const data = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * from.height) / height) * from.width;
    for (let x = 0; x < width; x++) {
      const source = (row + Math.floor((x * from.width) / width)) * 3;
      const to = (y * width + x) * 3;
      data[to] = from.data[source]!;
      data[to + 1] = from.data[source + 1]!;
      data[to + 2] = from.data[source + 2]!;
    }
  }
  return { width, height, data };
}

function nearestLevel(image: Colours, alpha: Plane, width: number, height: number): Level {
  const small: Plane = { width, height, data: new Float32Array(width * height) };
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * alpha.height) / height) * alpha.width;
    for (let x = 0; x < width; x++) {
      small.data[y * width + x] = alpha.data[row + Math.floor((x * alpha.width) / width)]!;
    }
  }
  return { image: nearest(image, width, height), alpha: small };
}
