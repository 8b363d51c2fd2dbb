/** Tracks points of an ear through an effect, and measures what remains of their displacement after a similarity transform. */
import { toLab } from '../../../../engine/pixels/lab.ts';
import type { Plane } from '../../../../engine/pixels/plane.ts';
import type { Face } from '../../../../engine/vision/face/find-faces.ts';
import type { Photo } from '../../../../engine/vision/photo/decode.ts';
import { mean } from '../../shared/statistics.ts';

type Place = { x: number; y: number };
type Pair = { from: Place; to: Place };

/** Side of a patch, radius of its search, and spacing of points, as shares of the face size. */
const patchSide = 0.05;
const searchRadius = 0.11;
const spacing = 0.02;
/** Distances of an ear from the outline of the mesh, as shares of the face size. */
const minDistance = 0.01;
const maxDistance = 0.13;
/** Smallest correlation of a match, and deviation of L of a distinctive patch. */
const minCorrelation = 0.85;
const minDeviation = 5;
const minPersonShare = 0.4;
const minPoints = 8;

/** Mesh points next to the ears, from temple to lobe. */
const sides = { left: [127, 234, 93], right: [356, 454, 323] } as const;

/** Whether a pixel shows the background, which does not move with the ear. */
export type BackgroundTest = (x: number, y: number) => boolean;

/**
 * Returns the root mean square residual after the best similarity transform, as a share of the ear's length, of each ear
 * that can be tracked.
 * @param isBackground of the photograph before; background is ignored
 */
export function earShape(
  before: Photo,
  after: Photo,
  face: Face,
  isBackground: BackgroundTest = () => false,
): { side: string; residual: number }[] {
  const was = toLab(before.rgb, before.width, before.height).L;
  const is = toLab(after.rgb, after.width, after.height).L;
  const size = (face.box.width + face.box.height) / 2;
  return (['left', 'right'] as const).flatMap((side) => {
    const [top, low] = [face.mesh[sides[side][0]]!, face.mesh[sides[side][2]]!];
    const length = Math.hypot(low.x - top.x, low.y - top.y);
    const outwards = {
      x: (side === 'left' ? -1 : 1) * ((low.y - top.y) / length),
      y: (side === 'left' ? 1 : -1) * ((low.x - top.x) / length),
    };
    const pairs: Pair[] = [];
    for (let t = 0; t <= 1; t += (spacing * size) / length) {
      for (let away = minDistance; away < maxDistance; away += spacing) {
        const from = {
          x: Math.round(top.x + t * (low.x - top.x) + away * size * outwards.x),
          y: Math.round(top.y + t * (low.y - top.y) + away * size * outwards.y),
        };
        if (!isSkin(before, from)) continue;
        const to = track(
          was,
          is,
          from,
          Math.round((patchSide * size) / 2),
          Math.round(searchRadius * size),
          isBackground,
        );
        if (to) pairs.push({ from, to });
      }
    }
    return pairs.length < minPoints ? [] : [{ side, residual: residualOf(pairs) / length }];
  });
}

/** Whether a pixel has a color of skin: more red than green, and more green than blue. */
function isSkin({ width, height, rgb }: Photo, { x, y }: Place): boolean {
  if (x < 0 || y < 0 || x >= width || y >= height) return false;
  const at = (y * width + x) * 3;
  return rgb[at]! > rgb[at + 1]! + 15 && rgb[at]! > rgb[at + 2]! + 25 && rgb[at + 1]! < 1.6 * rgb[at + 2]! + 30;
}

/** Finds the patch around `from` in the result, to a tenth of a pixel or so. */
function track(
  was: Plane,
  is: Plane,
  from: Place,
  half: number,
  reach: number,
  isBackground: BackgroundTest,
): Place | null {
  const counts: number[] = [];
  for (let y = from.y - half; y <= from.y + half; y++)
    for (let x = from.x - half; x <= from.x + half; x++) counts.push(isBackground(x, y) ? 0 : 1);
  const own = patchOf(was, from.x, from.y, half, counts);
  if (!own || own.deviation < minDeviation || own.count < minPersonShare * counts.length) return null;
  let best = { score: minCorrelation, x: 0, y: 0 };
  const scoreAt = (x: number, y: number) => {
    const candidate = patchOf(is, x, y, half, counts);
    if (!candidate || candidate.deviation === 0) return -1;
    let sum = 0;
    for (let i = 0; i < own.values.length; i++) sum += own.values[i]! * candidate.values[i]!;
    return sum / (own.count * own.deviation * candidate.deviation);
  };
  for (let y = from.y - Math.round(reach / 3); y <= from.y + Math.round(reach / 3); y++) {
    for (let x = from.x - reach; x <= from.x + reach; x++) {
      const score = scoreAt(x, y);
      if (score > best.score) best = { score, x, y };
    }
  }
  if (best.score === minCorrelation) return null;
  const finer = (before: number, after: number) => {
    const bend = before - 2 * best.score + after;
    return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
  };
  return {
    x: best.x + finer(scoreAt(best.x - 1, best.y), scoreAt(best.x + 1, best.y)),
    y: best.y + finer(scoreAt(best.x, best.y - 1), scoreAt(best.x, best.y + 1)),
  };
}

/** Returns the values of a patch minus their mean, and 0 for ignored ones. */
function patchOf({ width, height, data }: Plane, x: number, y: number, half: number, counts: readonly number[]) {
  if (x < half || y < half || x >= width - half || y >= height - half) return null;
  const side = 2 * half + 1;
  const values = new Float64Array(side * side);
  let [sum, count] = [0, 0];
  for (let j = 0, k = 0; j < side; j++) {
    for (let i = 0, at = (y + j - half) * width + x - half; i < side; i++, at++, k++) {
      values[k] = data[at]!;
      sum += counts[k]! * data[at]!;
      count += counts[k]!;
    }
  }
  if (count === 0) return null;
  const average = sum / count;
  let squares = 0;
  for (let k = 0; k < values.length; k++) {
    values[k] = counts[k]! * (values[k]! - average);
    squares += values[k]! ** 2;
  }
  return { values, count, deviation: Math.sqrt(squares / count) };
}

/** Returns the root mean square residual of a similarity transform, without the worst quarter of the pairs. */
function residualOf(pairs: readonly Pair[]): number {
  let kept = [...pairs];
  let off = distances(kept, kept);
  const limit = [...off].sort((a, b) => a - b)[Math.floor(off.length * 0.75)]!;
  kept = kept.filter((_, i) => off[i]! <= limit);
  off = distances(kept, kept);
  return Math.sqrt(off.reduce((sum, each) => sum + each * each, 0) / off.length);
}

/** Returns the distance of each pair from the similarity transform that fits `fitted` best. */
function distances(pairs: readonly Pair[], fitted: readonly Pair[]): number[] {
  const meanOf = (of: (pair: Pair) => number) => mean(fitted.map(of));
  const [fx, fy, tx, ty] = [
    meanOf(({ from }) => from.x),
    meanOf(({ from }) => from.y),
    meanOf(({ to }) => to.x),
    meanOf(({ to }) => to.y),
  ];
  let [dot, cross, square] = [0, 0, 0];
  for (const { from, to } of fitted) {
    const [a, b, c, d] = [from.x - fx, from.y - fy, to.x - tx, to.y - ty];
    dot += a * c + b * d;
    cross += a * d - b * c;
    square += a * a + b * b;
  }
  const [p, q] = [dot / square, cross / square];
  return pairs.map(({ from, to }) => {
    const [a, b] = [from.x - fx, from.y - fy];
    return Math.hypot(to.x - tx - p * a + q * b, to.y - ty - q * a - p * b);
  });
}
