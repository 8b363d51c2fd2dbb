/** Turned squares on a photograph: what a model sees of it, and the way back from the model's pixels to the photograph's. */
import type { Photo } from '../photo/decode.ts';

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
  const out = new Float32Array(size * size * 3);
  const samples = Math.min(maxSamples, Math.max(1, Math.round(frame.side / size / 2)));
  const gain = (high - low) / 255 / (samples * samples);
  const wide = size * samples;
  const step = frame.side / wide;
  const [alongX, alongY] = [Math.cos(frame.angle) * step, Math.sin(frame.angle) * step];
  for (let row = 0; row < wide; row++) {
    const start = toPhoto(frame, wide, 0.5, row + 0.5);
    const base = Math.floor(row / samples) * size * 3;
    for (let column = 0; column < wide; column++) {
      // Half a pixel back: a pixel's colour belongs to its centre.
      const x = start.x + column * alongX - 0.5;
      const y = start.y + column * alongY - 0.5;
      addBilinear(photo, x, y, gain, out, base + Math.floor(column / samples) * 3);
    }
  }
  if (low !== 0) for (let i = 0; i < out.length; i++) out[i]! += low;
  return out;
}

function addBilinear(photo: Pixels, x: number, y: number, gain: number, out: Float32Array, offset: number): void {
  const { width, height, rgb } = photo;
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < -1 || top < -1 || left >= width || top >= height) return;
  // Beyond the border is black: such corners keep weight 0 and read a pixel that is there.
  const right = left + 1 < width ? (x - left) * gain : 0;
  const near = left >= 0 ? (1 - (x - left)) * gain : 0;
  const below = top + 1 < height ? y - top : 0;
  const above = top >= 0 ? 1 - (y - top) : 0;
  const a = (Math.max(top, 0) * width + Math.max(left, 0)) * 3;
  const b = (Math.max(top, 0) * width + Math.min(left + 1, width - 1)) * 3;
  const c = (Math.min(top + 1, height - 1) * width + Math.max(left, 0)) * 3;
  const d = (Math.min(top + 1, height - 1) * width + Math.min(left + 1, width - 1)) * 3;
  const [wa, wb, wc, wd] = [above * near, above * right, below * near, below * right];
  for (let i = 0; i < 3; i++) {
    out[offset + i]! += rgb[a + i]! * wa + rgb[b + i]! * wb + rgb[c + i]! * wc + rgb[d + i]! * wd;
  }
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
