/** Thin strands of the head's hair that hang over a brow: they come down over the forehead as dark lines, and stay in front. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';

type Direction = { x: number; y: number };

/** Lengths as parts of the face's size: a strand is seen for so long above the brow, is no wider than this, and ends after so much of the brow. */
const seenAbove = 0.07;
const widest = 0.028;
const farthest = 0.2;
/** Directions that are tried: up to so many degrees beside the face's upward direction, so many apart. */
const maxAngleDegrees = 56;
const angleStepDegrees = 4;
/** So much darker (L) than what is to both sides of it is a line, and surely one; so much darker than skin is hair. */
const line = { from: 2, to: 6 };
const dark = { from: 5, to: 12 };
/** A strand comes from where the segmentation sees hair at least so surely. */
const ofHead = { from: 0.1, to: 0.3 };
/** Share of the way above the brow that must be line, for a strand that is believed, softly. */
const believed = { from: 0.5, to: 0.75 };

/**
 * Where strands are: 1 on their hairs, softly 0 beside them.
 * @param L lightness 0..100  @param around lightness of the skin around each place
 * @param zone the brow and its rim, 0..1: there lines cannot be told from the brow's own hairs, and are continued from above
 * @param hairy where the segmentation sees hair of the head, 0..1
 * @param up the face's upward direction (a unit vector)  @param faceSize in px of the planes
 */
export function strandsOver(
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
  const sideOffset = Math.max(2, faceSize * widest);
  /** How surely a dark line runs through a place in a direction. */
  const lineAt = (x: number, y: number, dx: number, dy: number) => {
    const [here, left, right] = [
      indexAt(x, y),
      indexAt(x - dy * sideOffset, y + dx * sideOffset),
      indexAt(x + dy * sideOffset, y - dx * sideOffset),
    ];
    if (here < 0 || left < 0 || right < 0) return 0;
    return smoothstep(Math.min(fine.data[left]!, fine.data[right]!) - fine.data[here]!, line.from, line.to);
  };
  const above = Math.max(6, Math.round(faceSize * seenAbove));
  /** The lesser half of what is line on the way up from a place. */
  const lineUp = (x: number, y: number, { x: dx, y: dy }: Direction) => {
    const halves: [number, number] = [0, 0];
    let hair = 0;
    for (let k = 0; k < above; k++) {
      halves[k < above / 2 ? 0 : 1] += lineAt(x + dx * k, y + dy * k, dx, dy);
      const on = indexAt(x + dx * k * 2, y + dy * k * 2);
      if (on >= 0) hair = Math.max(hair, hairy.data[on]!);
    }
    return (smoothstep(hair, ofHead.from, ofHead.to) * Math.min(halves[0], halves[1])) / (above / 2);
  };
  /** Whether a strand's darkest line runs here. */
  const isMiddle = (x: number, y: number, { x: dx, y: dy }: Direction) => {
    const depth = (off: number) => {
      let sum = 0;
      for (let k = 0; k < 6; k++) {
        // Beyond the picture it goes on as at its border.
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
  const far = Math.round(faceSize * farthest);
  for (let i = 0; i < strands.data.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const below = indexAt(x - up.x * 1.5, y - up.y * 1.5);
    const isAtRim = zone.data[i]! < 0.5 && below >= 0 && zone.data[below]! >= 0.5;
    if (!isAtRim || around.data[i]! - fine.data[i]! < dark.from) continue;
    const shares = directions.map((direction) => lineUp(x, y, direction));
    const best = Math.max(...shares);
    if (best < believed.from) continue;
    const strandDirection = middleWay(directions, shares, best);
    const confidence = smoothstep(best, believed.from, believed.to);
    if (confidence === 0 || !isMiddle(x, y, strandDirection)) continue;
    for (let step = -above; step < far; step++) {
      const on = indexAt(x - strandDirection.x * step, y - strandDirection.y * step);
      if (on < 0) break;
      const hair = smoothstep(around.data[on]! - fine.data[on]!, dark.from, dark.to);
      if (hair === 0 && step > 0) break;
      strands.data[on] = Math.max(strands.data[on]!, confidence * hair);
    }
  }
  // Lines one pixel wide become as wide as single strands are.
  const soft = boxMean(strands, 1);
  for (let i = 0; i < soft.data.length; i++)
    soft.data[i] = Math.max(strands.data[i]!, Math.min(1, soft.data[i]! * 1.5));
  return soft;
}

/** A wide strand looks like a line in several directions: it runs in the middle of them. */
function middleWay(directions: readonly Direction[], shares: readonly number[], best: number): Direction {
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
