/** Values between the pixels of a plane, for brows that are turned and bent. */
import type { Plane } from '../pixels/plane.ts';
import type { BrowPlace } from './erase.ts';

/** The value at u, v (0, 0 is the middle of the first pixel), bilinear; 0 outside. */
export function sample({ width, height, data }: Plane, u: number, v: number): number {
  const [left, top] = [Math.floor(u), Math.floor(v)];
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return 0;
  const at = top * width + left;
  const [s, t] = [u - left, v - top];
  const above = data[at]! * (1 - s) + data[at + 1]! * s;
  return above * (1 - t) + (data[at + width]! * (1 - s) + data[at + width + 1]! * s) * t;
}

/** How surely there is skin at a place of the photograph (in px, 0.5 is the middle of the first), brows and all: 0..1. */
export function skinAt({ place, skin }: BrowPlace, x: number, y: number): number {
  return sample(skin, (x - place.x) * place.scale - 0.5, (y - place.y) * place.scale - 0.5);
}
