/** Turned squares on a photograph: what a model sees of it, and the way back from the model's pixels to the photograph's. */
import type { Photo } from './decode.ts';

export type Pixels = Pick<Photo, 'width' | 'height' | 'rgb'>;
/** A point in pixels of the photograph, x to the right and y down; z in the same unit, smaller is nearer to the camera. */
export type Point = { x: number; y: number; z: number };
/** A square: centre and side in pixels of the photograph, turned clockwise (as looked at) by `angle` radians. */
export type Frame = { x: number; y: number; side: number; angle: number };

/** A bilinear sample sees two pixels per axis; more samples than this add nothing to what a model of 256 px can see. */
const maxSamples = 8;

/**
 * What lies inside a frame, as `size` x `size` RGB, interleaved, `low` (black) to `high` (white). Averaged where the frame
 * is larger than `size`; black beyond the photograph's border.
 */
export function cropFrame(photo: Pixels, frame: Frame, size: number, low: number, high: number): Float32Array {
  const samples = Math.min(maxSamples, Math.max(1, Math.round(frame.side / size / 2)));
  const out = frame.angle === 0 ? cropUpright(photo, frame, size, samples) : cropTurned(photo, frame, size, samples);
  const gain = (high - low) / 255 / (samples * samples);
  for (let i = 0; i < out.length; i++) out[i] = out[i]! * gain + low;
  return out;
}

/** The sums of `samples` x `samples` bilinear samples for each pixel. */
function cropTurned(photo: Pixels, frame: Frame, size: number, samples: number): Float32Array {
  const { width, height, rgb } = photo;
  const out = new Float32Array(size * size * 3);
  const wide = size * samples;
  const step = frame.side / wide;
  const [alongX, alongY] = [Math.cos(frame.angle) * step, Math.sin(frame.angle) * step];
  for (let row = 0; row < wide; row++) {
    const start = toPhoto(frame, wide, 0.5, row + 0.5);
    const base = Math.floor(row / samples) * size * 3;
    for (let column = 0; column < wide; column++) {
      // Half a pixel back: a pixel's color belongs to its center.
      const x = start.x + column * alongX - 0.5;
      const y = start.y + column * alongY - 0.5;
      const [left, top] = [Math.floor(x), Math.floor(y)];
      if (left < -1 || top < -1 || left >= width || top >= height) continue;
      // Beyond the border is black: such corners keep weight 0 and read a pixel that is there.
      const right = left + 1 < width ? x - left : 0;
      const near = left >= 0 ? 1 - (x - left) : 0;
      const below = top + 1 < height ? y - top : 0;
      const above = top >= 0 ? 1 - (y - top) : 0;
      const a = (Math.max(top, 0) * width + Math.max(left, 0)) * 3;
      const b = right > 0 ? a + (left >= 0 ? 3 : 0) : a;
      const down = below > 0 && top >= 0 ? width * 3 : 0;
      const [wa, wb, wc, wd] = [above * near, above * right, below * near, below * right];
      const offset = base + Math.floor(column / samples) * 3;
      for (let i = 0; i < 3; i++) {
        out[offset + i]! += rgb[a + i]! * wa + rgb[b + i]! * wb + rgb[a + down + i]! * wc + rgb[b + down + i]! * wd;
      }
    }
  }
  return out;
}

/** The same for an upright frame: rows first, then columns, because their weights do not depend on each other. */
function cropUpright(photo: Pixels, frame: Frame, size: number, samples: number): Float32Array {
  const { width, rgb } = photo;
  const out = new Float32Array(size * size * 3);
  const across = sampledPixels(frame.x - frame.side / 2, frame.side, size, samples, width);
  const down = sampledPixels(frame.y - frame.side / 2, frame.side, size, samples, photo.height);
  const [left, right] = [across.first[0]! * 3, (across.first[size - 1]! + across.count) * 3];
  const line = new Float32Array(right - left);
  for (let row = 0; row < size; row++) {
    line.fill(0);
    for (let i = 0; i < down.count; i++) {
      const weight = down.weights[row * down.count + i]!;
      if (weight === 0) continue;
      const start = (down.first[row]! + i) * width * 3 + left;
      for (let x = 0; x < line.length; x++) line[x]! += rgb[start + x]! * weight;
    }
    for (let column = 0; column < size; column++) {
      const start = across.first[column]! * 3 - left;
      let [r, g, b] = [0, 0, 0];
      for (let i = 0; i < across.count; i++) {
        const weight = across.weights[column * across.count + i]!;
        r += line[start + i * 3]! * weight;
        g += line[start + i * 3 + 1]! * weight;
        b += line[start + i * 3 + 2]! * weight;
      }
      const offset = (row * size + column) * 3;
      out[offset] = r;
      out[offset + 1] = g;
      out[offset + 2] = b;
    }
  }
  return out;
}

/** The pixels of a line of the photograph that each pixel of a frame reads: the first one, and the weights of `count` from there. */
function sampledPixels(start: number, side: number, size: number, samples: number, length: number) {
  const step = side / (size * samples);
  const count = Math.min(length, Math.ceil(step * (samples - 1)) + 2);
  const first = new Int32Array(size);
  const weights = new Float32Array(size * count);
  for (let i = 0; i < size; i++) {
    // Half a pixel back: a pixel's color belongs to its center.
    const at = (sample: number) => start + (i * samples + sample + 0.5) * step - 0.5;
    first[i] = Math.min(length - count, Math.max(0, Math.floor(at(0))));
    for (let sample = 0; sample < samples; sample++) {
      const x = at(sample);
      const pixel = Math.floor(x);
      // The area beyond the border is black.
      if (pixel >= 0 && pixel < length) weights[i * count + pixel - first[i]!]! += 1 - (x - pixel);
      if (pixel >= -1 && pixel + 1 < length) weights[i * count + pixel + 1 - first[i]!]! += x - pixel;
    }
  }
  return { first, weights, count };
}

/** Where the point (`u`, `v`) of a frame drawn `size` pixels wide lies on the photograph. `z` is in pixels of the drawing. */
export function toPhoto(frame: Frame, size: number, u: number, v: number, z = 0): Point {
  const scale = frame.side / size;
  const dx = u * scale - frame.side / 2;
  const dy = v * scale - frame.side / 2;
  const cos = Math.cos(frame.angle);
  const sin = Math.sin(frame.angle);
  return { x: frame.x + dx * cos - dy * sin, y: frame.y + dx * sin + dy * cos, z: z * scale };
}

/** The point (`u`, `v`) of a frame drawn `size` pixels wide that shows a point of the photograph; the inverse of `toPhoto`. */
export function fromPhoto(frame: Frame, size: number, { x, y, z }: Point): Point {
  const scale = size / frame.side;
  const [dx, dy] = [x - frame.x, y - frame.y];
  const [cos, sin] = [Math.cos(frame.angle), Math.sin(frame.angle)];
  return { x: (dx * cos + dy * sin) * scale + size / 2, y: (dy * cos - dx * sin) * scale + size / 2, z: z * scale };
}

/** The smallest square turned by `angle` around points, then enlarged by `factor`. */
export function frameAround(points: readonly { x: number; y: number }[], angle: number, factor: number): Frame {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    const u = x * cos + y * sin;
    const v = y * cos - x * sin;
    minU = Math.min(minU, u);
    maxU = Math.max(maxU, u);
    minV = Math.min(minV, v);
    maxV = Math.max(maxV, v);
  }
  const u = (minU + maxU) / 2;
  const v = (minV + maxV) / 2;
  return {
    x: u * cos - v * sin,
    y: u * sin + v * cos,
    side: Math.max(maxU - minU, maxV - minV) * factor,
    angle,
  };
}

/** A square picture, RGB interleaved, left and right swapped. */
export function mirrorPixels(pixels: Float32Array, size: number): Float32Array {
  const out = new Float32Array(pixels.length);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const from = (row * size + column) * 3;
      out.set(pixels.subarray(from, from + 3), (row * size + size - 1 - column) * 3);
    }
  }
  return out;
}
