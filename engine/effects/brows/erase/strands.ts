/**
 * Thin strands of the head's hair across a brow: found by an oriented line filter above the brow, then followed into
 * it.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';

type Direction = { x: number; y: number };

/** In sizes of the face; `maxLength` on the brow. */
const lengthAbove = 0.07;
const maxWidth = 0.028;
const maxLength = 0.2;
/** Relative to the face's upward direction. */
const maxAngleDegrees = 56;
const angleStepDegrees = 4;
/** In L, to both sides and to skin. */
const lineContrast = { from: 2, to: 6 };
const hairContrast = { from: 5, to: 12 };
/** Likelihood. */
const headHair = { from: 0.1, to: 0.3 };
/** Share of the way above the brow. */
const lineShare = { from: 0.5, to: 0.75 };

/**
 * Returns 1 on strands.
 * @param L 0..100  @param around mean L of the skin around
 * @param hairy likelihood of the head's hair
 * @param up unit vector  @param faceSize in px
 */
export function findStrands(
  L: Plane,
  around: Plane,
  zone: Plane,
  hairy: Plane,
  up: Direction,
  faceSize: number,
): Plane {
  const { width, height } = L;
  const fine = boxMean(L, 1);
  const indexAt = (x: number, y: number) => {
    const [column, row] = [Math.round(x), Math.round(y)];
    return column < 0 || row < 0 || column >= width || row >= height ? -1 : row * width + column;
  };
  const sideOffset = Math.max(2, faceSize * maxWidth);
  /** Strength of a dark line through a place, 0..1. */
  const lineAt = (x: number, y: number, dx: number, dy: number) => {
    const [here, left, right] = [
      indexAt(x, y),
      indexAt(x - dy * sideOffset, y + dx * sideOffset),
      indexAt(x + dy * sideOffset, y - dx * sideOffset),
    ];
    if (here < 0 || left < 0 || right < 0) return 0;
    return smoothstep(
      Math.min(fine.data[left]!, fine.data[right]!) - fine.data[here]!,
      lineContrast.from,
      lineContrast.to,
    );
  };
  const above = Math.max(6, Math.round(faceSize * lengthAbove));
  /** Share of line above a place, in its weaker half. */
  const lineUp = (x: number, y: number, { x: dx, y: dy }: Direction) => {
    const halves: [number, number] = [0, 0];
    let hair = 0;
    for (let k = 0; k < above; k++) {
      halves[k < above / 2 ? 0 : 1] += lineAt(x + dx * k, y + dy * k, dx, dy);
      const on = indexAt(x + dx * k * 2, y + dy * k * 2);
      if (on >= 0) hair = Math.max(hair, hairy.data[on]!);
    }
    return (smoothstep(hair, headHair.from, headHair.to) * Math.min(halves[0], halves[1])) / (above / 2);
  };
  /** Whether a place is darkest across the strand. */
  const isMiddle = (x: number, y: number, { x: dx, y: dy }: Direction) => {
    const depth = (off: number) => {
      let sum = 0;
      for (let k = 0; k < 6; k++) {
        // Repeats the border.
        const column = Math.min(width - 1, Math.max(0, x - dy * off + dx * k));
        const row = Math.min(height - 1, Math.max(0, y + dx * off + dy * k));
        sum += fine.data[indexAt(column, row)]!;
      }
      return sum;
    };
    return depth(0) <= Math.min(depth(-1), depth(1), depth(-2), depth(2));
  };
  const directions = directionsAround(up);
  const strands = createPlane(width, height);
  const far = Math.round(faceSize * maxLength);
  for (let i = 0; i < strands.data.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const below = indexAt(x - up.x * 1.5, y - up.y * 1.5);
    const isAtRim = zone.data[i]! < 0.5 && below >= 0 && zone.data[below]! >= 0.5;
    if (!isAtRim || around.data[i]! - fine.data[i]! < hairContrast.from) continue;
    const shares = directions.map((direction) => lineUp(x, y, direction));
    const best = Math.max(...shares);
    if (best < lineShare.from) continue;
    const strandDirection = meanDirection(directions, shares, best);
    const confidence = smoothstep(best, lineShare.from, lineShare.to);
    if (confidence === 0 || !isMiddle(x, y, strandDirection)) continue;
    for (let step = -above; step < far; step++) {
      const on = indexAt(x - strandDirection.x * step, y - strandDirection.y * step);
      if (on < 0) break;
      const hair = smoothstep(around.data[on]! - fine.data[on]!, hairContrast.from, hairContrast.to);
      if (hair === 0 && step > 0) break;
      strands.data[on] = Math.max(strands.data[on]!, confidence * hair);
    }
  }
  // Widens lines of one pixel.
  const soft = boxMean(strands, 1);
  for (let i = 0; i < soft.data.length; i++)
    soft.data[i] = Math.max(strands.data[i]!, Math.min(1, soft.data[i]! * 1.5));
  return soft;
}

/** A wide strand fits several directions. */
function meanDirection(directions: readonly Direction[], shares: readonly number[], best: number): Direction {
  const sum = { x: 0, y: 0 };
  for (const [k, { x, y }] of directions.entries()) {
    const weight = smoothstep(shares[k]!, best * 0.9, best);
    sum.x += weight * x;
    sum.y += weight * y;
  }
  const length = Math.hypot(sum.x, sum.y) || 1;
  return { x: sum.x / length, y: sum.y / length };
}

function directionsAround(up: Direction): Direction[] {
  const directions: Direction[] = [];
  for (let angle = -maxAngleDegrees; angle <= maxAngleDegrees; angle += angleStepDegrees) {
    const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
    directions.push({ x: up.x * cos - up.y * sin, y: up.x * sin + up.y * cos });
  }
  return directions;
}
