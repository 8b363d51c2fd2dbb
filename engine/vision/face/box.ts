/** Boxes and squares around faces, in px. */
import type { Pixels, Point } from '../photo/frame.ts';

export type Box = { left: number; top: number; width: number; height: number };

/** Center and side. */
export type Square = { x: number; y: number; side: number };

/** Intersection over union. */
const minSameFaceOverlap = 0.3;

export function boxAround(mesh: readonly Point[]): Box {
  const xs = mesh.map(({ x }) => x);
  const ys = mesh.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Returns the part of a box inside the photograph. */
export function visibleBox({ left, top, width, height }: Box, photo: Pick<Pixels, 'width' | 'height'>): Box {
  const x = Math.max(0, left);
  const y = Math.max(0, top);
  return {
    left: x,
    top: y,
    width: Math.min(photo.width, left + width) - x,
    height: Math.min(photo.height, top + height) - y,
  };
}

export function squareOf({ left, top, width, height }: Box): Square {
  return { x: left + width / 2, y: top + height / 2, side: (width + height) / 2 };
}

export function areaOf({ width, height }: Box): number {
  return width * height;
}

export function isSameFace(a: Square, b: Square): boolean {
  const overlapAlong = (centerA: number, centerB: number) =>
    Math.max(
      0,
      Math.min(centerA + a.side / 2, centerB + b.side / 2) - Math.max(centerA - a.side / 2, centerB - b.side / 2),
    );
  const intersection = overlapAlong(a.x, b.x) * overlapAlong(a.y, b.y);
  return intersection / (a.side ** 2 + b.side ** 2 - intersection) > minSameFaceOverlap;
}
