/** Follows the contours of an alpha matte at one half (marching squares). */
import type { Size } from '../size.ts';

/** No pixel has this level, so each is inside or outside. */
const half = 127.5;

export interface Contour {
  /** Begins between the pixels x - 1 and x of row y. */
  readonly x: number;
  readonly y: number;
  /** px²; negative for a hole. */
  readonly area: number;
  /** Count, 0.5 to 1.5 px apart. */
  readonly points: number;
}

export interface Tracer {
  /**
   * Whether a new contour, inside to the right, runs downward between the pixels x - 1 and x of row y. Every contour
   * does somewhere.
   */
  startAt(x: number, y: number): boolean;
  restart(contour: Pick<Contour, 'x' | 'y'>): void;
  /** Follows the contour for `steps` points, at most. @returns whether it is closed */
  advance(steps: number, onPoint: (x: number, y: number) => void): boolean;
}

type Side = 0 | 1 | 2 | 3;
const top: Side = 0;
const right: Side = 1;
const bottom: Side = 2;
const left: Side = 3;

/**
 * Exit sides, indexed by the corners inside: 1 upper left, 2 upper right, 4 lower right, 8 lower left. See `exitSide`
 * for opposite corners.
 */
const exits: readonly Side[] = [
  top,
  left,
  top,
  left,
  right,
  top,
  top,
  left,
  bottom,
  bottom,
  top,
  bottom,
  right,
  right,
  top,
  top,
];

/** @param alpha one byte a pixel */
export function createTracer(alpha: Uint8Array, { width, height }: Size): Tracer {
  /** One bit for each possible start. */
  const visited = new Uint8Array(Math.ceil(((width + 1) * height) / 8));
  const value = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (alpha[y * width + x] as number);
  let [startX, startY, cellX, cellY] = [0, 0, 0, 0];
  let from: Side = top;

  const mark = (x: number, y: number): boolean => {
    const index = y * (width + 1) + x;
    const bit = 1 << (index & 7);
    const wasMarked = ((visited[index >> 3] as number) & bit) !== 0;
    visited[index >> 3] = (visited[index >> 3] as number) | bit;
    return wasMarked;
  };
  const restart = ({ x, y }: { x: number; y: number }) => {
    [startX, startY, cellX, cellY, from] = [x, y, x, y + 1, top];
  };

  return {
    restart,
    startAt(x, y) {
      if (value(x - 1, y) < half || value(x, y) >= half || mark(x, y)) return false;
      restart({ x, y });
      return true;
    },
    advance(steps, onPoint) {
      for (let step = 0; step < steps; step++) {
        // Upper left of the cell's four pixels.
        const x = cellX - 1;
        const y = cellY - 1;
        const a = value(x, y);
        const b = value(x + 1, y);
        const c = value(x + 1, y + 1);
        const d = value(x, y + 1);
        switch (from) {
          case top:
            onPoint(x + 0.5 + (half - a) / (b - a), y + 0.5);
            break;
          case right:
            onPoint(x + 1.5, y + 0.5 + (half - b) / (c - b));
            break;
          case bottom:
            onPoint(x + 0.5 + (half - d) / (c - d), y + 1.5);
            break;
          case left:
            onPoint(x + 0.5, y + 0.5 + (half - a) / (d - a));
        }
        const corners = (a >= half ? 1 : 0) | (b >= half ? 2 : 0) | (c >= half ? 4 : 0) | (d >= half ? 8 : 0);
        switch (exitSide(corners, from, a + b + c + d >= 4 * half)) {
          case top:
            cellY--;
            from = bottom;
            break;
          case right:
            cellX++;
            from = left;
            break;
          case bottom:
            cellY++;
            from = top;
            if (cellX === startX && cellY === startY + 1) return true;
            mark(cellX, cellY - 1);
            break;
          case left:
            cellX--;
            from = right;
        }
      }
      return false;
    },
  };
}

function exitSide(corners: number, from: Side, isJoined: boolean): Side {
  // A middle inside connects the opposite corners.
  if (corners === 5) return (from === top) === isJoined ? right : left;
  if (corners === 10) return (from === left) === isJoined ? top : bottom;
  return exits[corners] as Side;
}
