/**
 * Detects shifted results, and those of another picture. Most blocks of the photograph must have moved alike; local
 * retouching moves only a few.
 */
import type { Plane } from '../measure/plane.ts';
import { createYielder } from '../yield-to-event-loop.ts';

export interface Shift {
  /** Shares (0..1) of the longer side. */
  readonly x: number;
  readonly y: number;
}

/** Shares of the longer side. */
const [blockShare, reachShare] = [1 / 8, 1 / 20];
/** Standard deviation (levels of 255) of a recognizable block. */
const minTexture = 6;
/** Correlation of a located block. */
const minCorrelation = 0.8;
const minBlocks = 6;
/** Share of the located blocks. */
const minAgreeingShare = 0.6;
/** Share of the recognizable blocks; below it, the result shows another picture. */
const minLocatedShare = 0.2;

/**
 * Returns the shift, `other` for another picture, or null if in place or undecidable.
 * @param photograph luminance, about 256 px along its longer side
 * @param result of the same size
 */
export async function detectShift(
  photograph: Plane,
  result: Plane,
  signal: AbortSignal,
): Promise<Shift | 'other' | null> {
  const yieldToEventLoop = createYielder(signal);
  const { width, height } = photograph;
  const longer = Math.max(width, height);
  const [side, reach] = [Math.round(longer * blockShare), Math.round(longer * reachShare)];
  let recognizable = 0;
  const moves: { readonly x: number; readonly y: number }[] = [];
  for (let top = reach; top + side + reach <= height; top += side) {
    for (let left = reach; left + side + reach <= width; left += side) {
      await yieldToEventLoop();
      const block = { left, top, side, reach };
      const own = blockOf(photograph, block);
      if (own === null) continue;
      recognizable += 1;
      const move = locateBlock(own, result, block);
      if (move !== null) moves.push(move);
    }
  }
  if (recognizable >= minBlocks && moves.length < recognizable * minLocatedShare) return 'other';
  if (moves.length < minBlocks) return null;
  const [x, y] = [median(moves.map((each) => each.x)), median(moves.map((each) => each.y))];
  const agreeing = moves.filter((each) => Math.abs(each.x - x) <= 1 && Math.abs(each.y - y) <= 1).length;
  if ((x === 0 && y === 0) || agreeing < moves.length * minAgreeingShare) return null;
  return { x: x / longer, y: y / longer };
}

interface Block {
  readonly left: number;
  readonly top: number;
  readonly side: number;
  readonly reach: number;
}

/** In px, or null. */
function locateBlock(own: Float32Array, result: Plane, block: Block): { x: number; y: number } | null {
  let best = { x: 0, y: 0, correlation: -1 };
  for (let y = -block.reach; y <= block.reach; y++) {
    for (let x = -block.reach; x <= block.reach; x++) {
      const correlation = correlationAt(own, result, { ...block, left: block.left + x, top: block.top + y });
      if (correlation > best.correlation) best = { x, y, correlation };
    }
  }
  return best.correlation >= minCorrelation ? best : null;
}

/** Normalized to mean 0 and length 1. Null if nearly even. */
function blockOf({ width, values }: Plane, { left, top, side }: Block): Float32Array | null {
  const block = new Float32Array(side * side);
  for (let y = 0; y < side; y++) {
    const from = (top + y) * width + left;
    block.set(values.subarray(from, from + side), y * side);
  }
  const mean = block.reduce((sum, value) => sum + value, 0) / block.length;
  const squares = block.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return squares < block.length * minTexture ** 2 ? null : block.map((value) => (value - mean) / Math.sqrt(squares));
}

/** Correlation (-1..1); 0 if nearly even. */
function correlationAt(own: Float32Array, { width, values }: Plane, { left, top, side }: Block): number {
  let [sum, squares, product] = [0, 0, 0];
  for (let y = 0, index = 0; y < side; y++) {
    const from = (top + y) * width + left;
    for (let x = from; x < from + side; x++, index++) {
      const value = values[x]!;
      sum += value;
      squares += value * value;
      product += value * own[index]!;
    }
  }
  // The other mean cancels out, because the mean of `own` is 0.
  const spread = squares - (sum * sum) / own.length;
  return spread < own.length * minTexture ** 2 ? 0 : product / Math.sqrt(spread);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
