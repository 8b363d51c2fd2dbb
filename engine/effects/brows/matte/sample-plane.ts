/** Interpolation between pixels. (0, 0) is the center of the first one. */
import type { Plane } from '../../../pixels/plane.ts';
import type { BrowMasks } from '../erase/erase-brows.ts';

/** Bilinear; 0 outside. */
export function sample({ width, height, data }: Plane, u: number, v: number): number {
  const [left, top] = [Math.floor(u), Math.floor(v)];
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return 0;
  const index = top * width + left;
  const [s, t] = [u - left, v - top];
  const above = data[index]! * (1 - s) + data[index + 1]! * s;
  return above * (1 - t) + (data[index + width]! * (1 - s) + data[index + width + 1]! * s) * t;
}

/** Catmull-Rom, which keeps hairs sharp. */
export function sampleSharply(plane: Plane, u: number, v: number): number {
  const { width, height, data } = plane;
  const [left, top] = [Math.floor(u), Math.floor(v)];
  if (left < 1 || top < 1 || left >= width - 2 || top >= height - 2) return sample(plane, u, v);
  const [across, down] = [cubic(u - left), cubic(v - top)];
  let sum = 0;
  for (let row = 0; row < 4; row++) {
    const rowStart = (top - 1 + row) * width + left - 1;
    for (let column = 0; column < 4; column++) sum += down[row]! * across[column]! * data[rowStart + column]!;
  }
  return Math.max(0, sum);
}

/** @param t 0..1 between the middle two */
function cubic(t: number): readonly [number, number, number, number] {
  const [t2, t3] = [t * t, t * t * t];
  return [(-t3 + 2 * t2 - t) / 2, (3 * t3 - 5 * t2 + 2) / 2, (-3 * t3 + 4 * t2 + t) / 2, (t3 - t2) / 2];
}

/** Skin likelihood at a position in the photograph. */
export function skinAt({ place, skin }: BrowMasks, x: number, y: number): number {
  return sample(skin, (x - place.x) * place.scale - 0.5, (y - place.y) * place.scale - 0.5);
}
