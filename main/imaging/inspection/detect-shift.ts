/**
 * Whether what a result shows lies where it lies in the photograph: blocks of the photograph are looked for in the result, and where
 * most of them are found beside their place, by the same way, all of it was moved. What was reshaped here and there is not. Where
 * hardly any is found, it is another picture.
 */
import type { Plane } from '../measure/plane.ts';
import { createYielder } from '../yield-to-event-loop.ts';

export interface Shift {
  /** To the right and down, in parts (0..1) of the longer side. */
  readonly x: number;
  readonly y: number;
}

/** Side of a block, and how far it is looked for, as parts of the longer side. */
const [blockShare, reachShare] = [1 / 8, 1 / 20];
/** Deviation (levels of 255) below which a block has nothing to be known by. */
const minTexture = 6;
/** Correlation from which on a block is found. */
const minLikeness = 0.8;
const minBlocks = 6;
/** Share of the blocks that were found which must have moved the same way. */
const minAgreeingShare = 0.6;
/** Share of the blocks that can be known below which what they show is not there. */
const minFoundShare = 0.2;

/**
 * By how much it was moved, or `other` where it is another picture; null where it is in its place, or too little can be told.
 * @param photograph luminance, 256 px or so along its longer side
 * @param result of the same size
 * @throws the signal's reason
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
  let known = 0;
  const moved: { readonly x: number; readonly y: number }[] = [];
  for (let top = reach; top + side + reach <= height; top += side) {
    for (let left = reach; left + side + reach <= width; left += side) {
      await yieldToEventLoop();
      const block = { left, top, side, reach };
      const own = blockOf(photograph, block);
      if (own === null) continue;
      known += 1;
      const found = lookFor(own, result, block);
      if (found !== null) moved.push(found);
    }
  }
  if (known >= minBlocks && moved.length < known * minFoundShare) return 'other';
  if (moved.length < minBlocks) return null;
  const [x, y] = [median(moved.map((each) => each.x)), median(moved.map((each) => each.y))];
  const agree = moved.filter((each) => Math.abs(each.x - x) <= 1 && Math.abs(each.y - y) <= 1).length;
  if ((x === 0 && y === 0) || agree < moved.length * minAgreeingShare) return null;
  return { x: x / longer, y: y / longer };
}

interface Block {
  readonly left: number;
  readonly top: number;
  readonly side: number;
  readonly reach: number;
}

/** By how many px the block has moved; null where it is not found. */
function lookFor(own: Float32Array, result: Plane, block: Block): { x: number; y: number } | null {
  let best = { x: 0, y: 0, likeness: -1 };
  for (let y = -block.reach; y <= block.reach; y++) {
    for (let x = -block.reach; x <= block.reach; x++) {
      const likeness = likenessAt(own, result, { ...block, left: block.left + x, top: block.top + y });
      if (likeness > best.likeness) best = { x, y, likeness };
    }
  }
  return best.likeness >= minLikeness ? best : null;
}

/** The block without its mean, of length 1; null where it is nearly even. */
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

/** Correlation (-1..1) of the block `own` with what is there; 0 where that is nearly even. */
function likenessAt(own: Float32Array, { width, values }: Plane, { left, top, side }: Block): number {
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
  // The mean of `own` is 0, so that the other's takes no part in the product.
  const spread = squares - (sum * sum) / own.length;
  return spread < own.length * minTexture ** 2 ? 0 : product / Math.sqrt(spread);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
