/**
 * Removes the old background from the colors of soft edges, against halos: fast multi-level foreground estimation
 * (Germer et al. 2020), coarse levels on the whole picture, fine ones in tiles. Sizes in px trade memory for time.
 */
import { setImmediate as pause } from 'node:timers/promises';
import { cropPlane, expandRect, type Plane, type Rect, squares } from '../../pixels/plane.ts';

/** Interleaved RGB, 0..1. */
type Colors = { width: number; height: number; data: Float32Array };
type Sides = { foreground: Colors; background: Colors };

const regularization = 1e-5;
/** Maximum side in px for more rounds. */
const smallSide = 32;
const tile = 256;
/** Reach of the fine levels in px. */
const margin = 16;
/** Longer side in px of the overview, the start of all tiles, against seams. */
const overviewSide = 512;

/**
 * Returns `rgb` without the background's share where alpha is between 0 and 1.
 * @param rgb 3 bytes a pixel
 */
export async function withoutBackground(rgb: Uint8Array, alpha: Plane, signal: AbortSignal): Promise<Uint8Array> {
  const { width, height } = alpha;
  const out = rgb.slice();
  const ratio = Math.max(1, Math.max(width, height) / overviewSide);
  let overview: Sides | undefined;
  for (const core of squares(width, height, tile)) {
    if (!isMixed(alpha, core)) continue;
    await pause();
    signal.throwIfAborted();
    overview ??= overviewOf(rgb, alpha, ratio);
    const rect = expandRect(core, margin, width, height);
    const start = startOf(overview, rect, ratio, width, height);
    const { foreground } = estimate(cutColors(rgb, width, rect), cropPlane(alpha, rect), start);
    for (let y = core.y; y < core.y + core.height; y++) {
      for (let x = core.x; x < core.x + core.width; x++) {
        const index = y * width + x;
        const a = alpha.data[index]!;
        if (a <= 0 || a >= 1) continue;
        const from = ((y - rect.y) * rect.width + x - rect.x) * 3;
        for (let c = 0; c < 3; c++) out[index * 3 + c] = Math.round(foreground.data[from + c]! * 255);
      }
    }
  }
  return out;
}

function isMixed(alpha: Plane, rect: Rect): boolean {
  for (let y = rect.y; y < rect.y + rect.height; y++) {
    for (let index = y * alpha.width + rect.x, end = index + rect.width; index < end; index++) {
      if (alpha.data[index]! > 0 && alpha.data[index]! < 1) return true;
    }
  }
  return false;
}

function overviewOf(rgb: Uint8Array, alpha: Plane, ratio: number): Sides {
  const width = Math.max(1, Math.round(alpha.width / ratio));
  const height = Math.max(1, Math.round(alpha.height / ratio));
  const image: Colors = { width, height, data: new Float32Array(width * height * 3) };
  for (let y = 0, to = 0; y < height; y++) {
    const row = Math.floor((y * alpha.height) / height) * alpha.width;
    for (let x = 0; x < width; x++) {
      const from = (row + Math.floor((x * alpha.width) / width)) * 3;
      for (let c = 0; c < 3; c++) image.data[to++] = rgb[from + c]! / 255;
    }
  }
  const gray = (): Colors => ({ width: 1, height: 1, data: new Float32Array(3).fill(0.5) });
  return estimate(image, nearestAlpha(alpha, width, height), { foreground: gray(), background: gray() });
}

/** Returns the overview's part under `rect`. */
function startOf(overview: Sides, rect: Rect, ratio: number, width: number, height: number): Sides {
  const shrink = 2 ** Math.floor(Math.log2(ratio));
  const part = (source: Colors): Colors => {
    const out = { width: Math.ceil(rect.width / shrink), height: Math.ceil(rect.height / shrink) };
    const data = new Float32Array(out.width * out.height * 3);
    for (let y = 0, to = 0; y < out.height; y++) {
      const v = (rect.y + ((y + 0.5) * rect.height) / out.height) * (source.height / height) - 0.5;
      for (let x = 0; x < out.width; x++, to += 3) {
        const u = (rect.x + ((x + 0.5) * rect.width) / out.width) * (source.width / width) - 0.5;
        sample(source, u, v, data, to);
      }
    }
    return { ...out, data };
  };
  return { foreground: part(overview.foreground), background: part(overview.background) };
}

function sample({ width, height, data }: Colors, u: number, v: number, out: Float32Array, to: number): void {
  const x = Math.min(Math.max(u, 0), width - 1);
  const y = Math.min(Math.max(v, 0), height - 1);
  const offset = (Math.floor(y) * width + Math.floor(x)) * 3;
  const right = Math.floor(x) + 1 < width ? 3 : 0;
  const down = Math.floor(y) + 1 < height ? width * 3 : 0;
  const [fx, fy] = [x - Math.floor(x), y - Math.floor(y)];
  for (let c = offset; c < offset + 3; c++) {
    const top = data[c]! * (1 - fx) + data[c + right]! * fx;
    const bottom = data[c + down]! * (1 - fx) + data[c + down + right]! * fx;
    out[to + c - offset] = top * (1 - fy) + bottom * fy;
  }
}

function cutColors(rgb: Uint8Array, width: number, rect: Rect): Colors {
  const data = new Float32Array(rect.width * rect.height * 3);
  for (let y = 0, to = 0; y < rect.height; y++) {
    const from = ((rect.y + y) * width + rect.x) * 3;
    for (let i = from; i < from + rect.width * 3; i++) data[to++] = rgb[i]! / 255;
  }
  return { width: rect.width, height: rect.height, data };
}

/** Estimates both sides' colors in levels that at most double. */
function estimate(image: Colors, alpha: Plane, start: Sides): Sides {
  const growth = Math.max(alpha.width / start.foreground.width, alpha.height / start.foreground.height);
  const levels = Math.max(1, Math.ceil(Math.log2(growth)));
  let { foreground, background } = start;
  for (let level = 0; level <= levels; level++) {
    const w = Math.round(start.foreground.width * (alpha.width / start.foreground.width) ** (level / levels));
    const h = Math.round(start.foreground.height * (alpha.height / start.foreground.height) ** (level / levels));
    foreground = nearest(foreground, w, h);
    background = nearest(background, w, h);
    const scaled =
      level === levels ? { image, alpha } : { image: nearest(image, w, h), alpha: nearestAlpha(alpha, w, h) };
    const rounds = w <= smallSide && h <= smallSide ? 10 : 2;
    for (let round = 0; round < rounds; round++) sweep(scaled.image, scaled.alpha, foreground.data, background.data);
  }
  return { foreground, background };
}

/** Solves 2 × 2 least squares from a pixel's color and its neighbors' estimates. */
function sweep(image: Colors, alpha: Plane, foreground: Float32Array, background: Float32Array): void {
  const { width, height } = alpha;
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index++) {
      const a = alpha.data[index]!;
      const n0 = x > 0 ? index - 1 : index;
      const n1 = x < width - 1 ? index + 1 : index;
      const n2 = y > 0 ? index - width : index;
      const n3 = y < height - 1 ? index + width : index;
      const w0 = regularization + Math.abs(a - alpha.data[n0]!);
      const w1 = regularization + Math.abs(a - alpha.data[n1]!);
      const w2 = regularization + Math.abs(a - alpha.data[n2]!);
      const w3 = regularization + Math.abs(a - alpha.data[n3]!);
      const total = w0 + w1 + w2 + w3;
      const a00 = a * a + total;
      const a01 = a * (1 - a);
      const a11 = (1 - a) * (1 - a) + total;
      const scale = 1 / (a00 * a11 - a01 * a01);
      for (let c = 0; c < 3; c++) {
        const value = image.data[index * 3 + c]!;
        const f0 = foreground[n0 * 3 + c]! * w0 + foreground[n1 * 3 + c]! * w1;
        const f1 = foreground[n2 * 3 + c]! * w2 + foreground[n3 * 3 + c]! * w3;
        const b0 = background[n0 * 3 + c]! * w0 + background[n1 * 3 + c]! * w1;
        const b1 = background[n2 * 3 + c]! * w2 + background[n3 * 3 + c]! * w3;
        const f = a * value + f0 + f1;
        const b = (1 - a) * value + b0 + b1;
        foreground[index * 3 + c] = Math.min(1, Math.max(0, (a11 * f - a01 * b) * scale));
        background[index * 3 + c] = Math.min(1, Math.max(0, (a00 * b - a01 * f) * scale));
      }
    }
  }
}

function nearest(from: Colors, width: number, height: number): Colors {
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

function nearestAlpha(alpha: Plane, width: number, height: number): Plane {
  const out: Plane = { width, height, data: new Float32Array(width * height) };
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * alpha.height) / height) * alpha.width;
    for (let x = 0; x < width; x++) {
      out.data[y * width + x] = alpha.data[row + Math.floor((x * alpha.width) / width)]!;
    }
  }
  return out;
}
