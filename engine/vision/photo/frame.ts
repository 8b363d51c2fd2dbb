/** Input of networks from rotated squares on a photograph, and their coordinates. */
import type { Photo } from './decode.ts';

export type Pixels = Pick<Photo, 'width' | 'height' | 'rgb'>;
/** In px of the photograph, x right, y down; smaller z is nearer to the camera. */
export type Point = { x: number; y: number; z: number };
/** Center and side in px of the photograph, and clockwise rotation in radians. */
export type Frame = { x: number; y: number; side: number; angle: number };

/** Per axis of a pixel; more add nothing at 256 px. */
const maxSamples = 8;

/** Returns interleaved RGB from `low` (black) to `high` (white); black outside the photograph. */
export function cropFrame(photo: Pixels, frame: Frame, size: number, low: number, high: number): Float32Array {
  const samples = Math.min(maxSamples, Math.max(1, Math.round(frame.side / size / 2)));
  const out = frame.angle === 0 ? cropUpright(photo, frame, size, samples) : cropTurned(photo, frame, size, samples);
  const gain = (high - low) / 255 / (samples * samples);
  for (let i = 0; i < out.length; i++) out[i] = out[i]! * gain + low;
  return out;
}

/** Sums bilinear samples. */
function cropTurned(photo: Pixels, frame: Frame, size: number, samples: number): Float32Array {
  const { width, height, rgb } = photo;
  const out = new Float32Array(size * size * 3);
  const sampledSize = size * samples;
  const step = frame.side / sampledSize;
  const [alongX, alongY] = [Math.cos(frame.angle) * step, Math.sin(frame.angle) * step];
  for (let row = 0; row < sampledSize; row++) {
    const start = toPhoto(frame, sampledSize, 0.5, row + 0.5);
    const base = Math.floor(row / samples) * size * 3;
    for (let column = 0; column < sampledSize; column++) {
      // A pixel's color belongs to its center.
      const x = start.x + column * alongX - 0.5;
      const y = start.y + column * alongY - 0.5;
      const [left, top] = [Math.floor(x), Math.floor(y)];
      if (left < -1 || top < -1 || left >= width || top >= height) continue;
      // Black outside: weight 0 at an existing pixel.
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

/** Rows, then columns, because the weights are separable. */
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

/** @returns the `first` photograph pixel of each frame pixel, and `count` weights */
function sampledPixels(start: number, side: number, size: number, samples: number, length: number) {
  const step = side / (size * samples);
  const count = Math.min(length, Math.ceil(step * (samples - 1)) + 2);
  const firstPixels = new Int32Array(size);
  const weights = new Float32Array(size * count);
  for (let i = 0; i < size; i++) {
    const positionOf = (sample: number) => start + (i * samples + sample + 0.5) * step - 0.5;
    firstPixels[i] = Math.min(length - count, Math.max(0, Math.floor(positionOf(0))));
    for (let sample = 0; sample < samples; sample++) {
      const x = positionOf(sample);
      const pixel = Math.floor(x);
      if (pixel >= 0 && pixel < length) weights[i * count + pixel - firstPixels[i]!]! += 1 - (x - pixel);
      if (pixel >= -1 && pixel + 1 < length) weights[i * count + pixel + 1 - firstPixels[i]!]! += x - pixel;
    }
  }
  return { first: firstPixels, weights, count };
}

/** Converts a point of a frame drawn `size` px wide. `z` is in px of the drawing. */
export function toPhoto(frame: Frame, size: number, u: number, v: number, z = 0): Point {
  const scale = frame.side / size;
  const dx = u * scale - frame.side / 2;
  const dy = v * scale - frame.side / 2;
  const cos = Math.cos(frame.angle);
  const sin = Math.sin(frame.angle);
  return { x: frame.x + dx * cos - dy * sin, y: frame.y + dx * sin + dy * cos, z: z * scale };
}

/** @see toPhoto */
export function fromPhoto(frame: Frame, size: number, { x, y, z }: Point): Point {
  const scale = size / frame.side;
  const [dx, dy] = [x - frame.x, y - frame.y];
  const [cos, sin] = [Math.cos(frame.angle), Math.sin(frame.angle)];
  return { x: (dx * cos + dy * sin) * scale + size / 2, y: (dy * cos - dx * sin) * scale + size / 2, z: z * scale };
}

/** Returns the smallest square at `angle` radians around points, times `factor`. */
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

/** Mirrors a square RGB image. */
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
