/** Converts positions in a photograph to those in its finished file. */
import type { Orientation } from '../../decode/image-facts.ts';
import type { Region, Size } from '../../size.ts';

export interface FinishedFrame extends Size {
  /** Bounds of the upright photograph in px of the file, which may show a part; null if unknown. */
  readonly photograph?: Region | null;
}

export function wholeFrame({ width, height }: Size): FinishedFrame {
  return { width, height, photograph: { left: 0, top: 0, width, height } };
}

/** Shares of width and height. */
export interface Share {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Positions {
  /** Size before rotation. */
  readonly stored: Size;
  readonly orientation: Orientation;
  readonly frame: FinishedFrame;
}

/** The corner that positions refer to. */
export type Basis = 'stored' | 'upright';

export const isSideways = ({ orientation }: Pick<Positions, 'orientation'>): boolean => orientation >= 5;

export function uprightSize({ stored, orientation }: Pick<Positions, 'stored' | 'orientation'>): Size {
  return isSideways({ orientation }) ? { width: stored.height, height: stored.width } : stored;
}

/** Whether the picture is not turned, cropped or padded. */
export function hasSameShares({ orientation, frame }: Positions): boolean {
  if (orientation !== 1 || frame.photograph == null) return false;
  const { left, top, width, height } = frame.photograph;
  const isNear = (a: number, b: number) => Math.abs(a - b) < 1;
  return isNear(left, 0) && isNear(top, 0) && isNear(width, frame.width) && isNear(height, frame.height);
}

export function hasSamePixels(positions: Positions): boolean {
  const { stored, frame } = positions;
  return hasSameShares(positions) && stored.width === frame.width && stored.height === frame.height;
}

/** Returns shares of the finished file, possibly outside 0 to 1; null if unknown. */
export function toFinished(rect: Share, basis: Basis, { orientation, frame }: Positions): Share | null {
  if (frame.photograph == null) return null;
  const turn = turns[basis === 'stored' ? orientation : 1];
  const [a, b] = [turn(rect.left, rect.top), turn(rect.right, rect.bottom)];
  const { left, top, width, height } = frame.photograph;
  const across = [a[0], b[0]].map((share) => (left + share * width) / frame.width);
  const down = [a[1], b[1]].map((share) => (top + share * height) / frame.height);
  return { left: Math.min(...across), top: Math.min(...down), right: Math.max(...across), bottom: Math.max(...down) };
}

/** Upright position of a stored point. */
const turns: Readonly<Record<Orientation, (x: number, y: number) => readonly [number, number]>> = {
  1: (x, y) => [x, y],
  2: (x, y) => [1 - x, y],
  3: (x, y) => [1 - x, 1 - y],
  4: (x, y) => [x, 1 - y],
  5: (x, y) => [y, x],
  6: (x, y) => [1 - y, x],
  7: (x, y) => [1 - y, 1 - x],
  8: (x, y) => [y, 1 - x],
};

/** Clips to the file; null if the center is outside. */
export function withinFile({ left, top, right, bottom }: Share): Share | null {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) return null;
  return { left: Math.max(0, left), top: Math.max(0, top), right: Math.min(1, right), bottom: Math.min(1, bottom) };
}
