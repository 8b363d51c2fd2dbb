/** Synthetic skin with a gradient from left to right, fine grain and marks, and its region for a retouch. */
import { type LabPlanes, toLab } from '../../../engine/pixels/lab.ts';
import { createPlane, type Plane } from '../../../engine/pixels/plane.ts';
import type { SkinRegion } from '../../../engine/vision/skin/skin-region.ts';

export const skinSize = 200;

/** Change of red, green and blue that a mark causes at a point; undefined outside the mark. */
export type Mark = (x: number, y: number) => readonly [number, number, number] | undefined;

export function madeSkin(...marks: Mark[]) {
  const rgb = new Uint8Array(skinSize * skinSize * 3);
  let seed = 5;
  for (let y = 0; y < skinSize; y++) {
    for (let x = 0; x < skinSize; x++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const grain = ((seed >>> 28) - 8) / 3;
      const change = marks.map((mark) => mark(x, y)).find((each) => each) ?? [0, 0, 0];
      const color = [200 - x / 5, 150 - x / 5, 125 - x / 5].map((value, c) => value + grain + change[c]!);
      rgb.set(color, (y * skinSize + x) * 3);
    }
  }
  return { width: skinSize, height: skinSize, rgb };
}

/** Treats the whole photograph as skin of a face 300 px wide. */
export function regionOf(photo: ReturnType<typeof madeSkin>): SkinRegion {
  const all = createPlane(photo.width, photo.height);
  all.data.fill(1);
  const place = { x: 0, y: 0, width: photo.width, height: photo.height, scale: 1 };
  return {
    rect: place,
    place,
    lab: toLab(photo.rgb, photo.width, photo.height),
    skin: all,
    covered: all,
    share: all,
    close: all,
    faceSize: 300,
  };
}

/** A curved vertical fold in skin without grain, shallower towards the bottom; `depth` at the top, in L. */
export function foldedSkin(depth: number, width: number) {
  const region = regionOf(madeSkin());
  const { L, a, b } = region.lab;
  for (let y = 0; y < skinSize; y++) {
    const middle = foldAt(y);
    for (let x = 0; x < skinSize; x++) {
      const at = y * skinSize + x;
      L.data[at] = 65 - depth * (1 - y / skinSize / 2) * Math.exp(-(((x - middle) / width) ** 2));
      a.data[at] = 15;
      b.data[at] = 20;
    }
  }
  return region;
}

/** Column of the deepest point of `foldedSkin`'s fold in row `y`. */
export const foldAt = (y: number): number => 100 + Math.round(10 * Math.sin(y / 40));

/** A copy of a region's colors, for changes. */
export function copyOf({ lab }: SkinRegion): LabPlanes {
  const copy = (plane: Plane): Plane => ({ ...plane, data: plane.data.slice() });
  return { L: copy(lab.L), a: copy(lab.a), b: copy(lab.b) };
}

export const dot =
  (x: number, y: number, radius: number, change: readonly [number, number, number]): Mark =>
  (px, py) =>
    Math.hypot(px - x, py - y) <= radius ? change : undefined;

export const red = [5, -45, -40] as const;
export const brown = [-35, -35, -35] as const;
