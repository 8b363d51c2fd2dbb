/** Bounding boxes of faces. */
import type { Pixels, Point } from '../photo/frame.ts';

export type Box = { left: number; top: number; width: number; height: number };

/** Centre and side of an upright square around brows, ears and chin, in pixels. */
export type Square = { x: number; y: number; side: number };

/** Two boxes that overlap this much (intersection over union) are the same face. */
const sameFace = 0.3;

export function boxAround(mesh: readonly Point[]): Box {
  const xs = mesh.map(({ x }) => x);
  const ys = mesh.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** A face at the border is measured beyond it; what is told is the part that is there. */
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
  const shared = (p: number, q: number) =>
    Math.max(0, Math.min(p + a.side / 2, q + b.side / 2) - Math.max(p - a.side / 2, q - b.side / 2));
  const both = shared(a.x, b.x) * shared(a.y, b.y);
  return both / (a.side ** 2 + b.side ** 2 - both) > sameFace;
}
