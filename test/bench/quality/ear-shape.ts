/** Whether ears keep their shape: finds places of an ear again after an effect, and takes out what a shift, a turn and a size explain. */
import { toLab } from '../../../engine/pixels/lab.ts';
import type { Plane } from '../../../engine/pixels/plane.ts';
import type { Face } from '../../../engine/vision/face/find-faces.ts';
import type { Photo } from '../../../engine/vision/photo/decode.ts';

type Place = { x: number; y: number };
type Pair = { from: Place; to: Place };

/** Side of the patch by which a place is known again, how far it is searched for, and the raster of places: parts of the face's size. */
const patch = 0.05;
const search = 0.11;
const raster = 0.02;
/** Where an ear lies: so far outside the mesh's outline at its side (parts of the face's size). */
const inner = 0.01;
const outer = 0.13;
/** Correlation from which a place counts as found, and the deviation of lightness from which it can be told from others. */
const found = 0.85;
const textured = 5;
/** Part of a patch that has to show the person. */
const shown = 0.4;
/** Fewer places tell nothing about a shape. */
const fewest = 8;

/** Points of the outline beside the ears, from the temple down to the lobe. */
const sides = { left: [127, 234, 93], right: [356, 454, 323] } as const;

/** Whether a place of the photograph shows the background, which stays where it is when an ear moves. */
export type BackgroundTest = (x: number, y: number) => boolean;

/**
 * Root mean square residual after the best similarity transform, as a part of the ear's length; for each ear that can be followed.
 * @param isBackground of the photograph before: places are known again by what they show of the person only
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
    for (let t = 0; t <= 1; t += (raster * size) / length) {
      for (let away = inner; away < outer; away += raster) {
        const from = {
          x: Math.round(top.x + t * (low.x - top.x) + away * size * outwards.x),
          y: Math.round(top.y + t * (low.y - top.y) + away * size * outwards.y),
        };
        if (!isSkin(before, from)) continue;
        const to = followed(was, is, from, Math.round((patch * size) / 2), Math.round(search * size), isBackground);
        if (to) pairs.push({ from, to });
      }
    }
    return pairs.length < fewest ? [] : [{ side, residual: residualOf(pairs) / length }];
  });
}

/** Redder than green and green than blue, as skin is in any light that is white. */
function isSkin({ width, height, rgb }: Photo, { x, y }: Place): boolean {
  if (x < 0 || y < 0 || x >= width || y >= height) return false;
  const at = (y * width + x) * 3;
  return rgb[at]! > rgb[at + 1]! + 15 && rgb[at]! > rgb[at + 2]! + 25 && rgb[at + 1]! < 1.6 * rgb[at + 2]! + 30;
}

/** Where the patch around `from` is found again (to a tenth of a pixel or so); null where nothing is like it. */
function followed(
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
  if (!own || own.deviation < textured || own.count < shown * counts.length) return null;
  let best = { score: found, x: 0, y: 0 };
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
  if (best.score === found) return null;
  const finer = (before: number, after: number) => {
    const bend = before - 2 * best.score + after;
    return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
  };
  return {
    x: best.x + finer(scoreAt(best.x - 1, best.y), scoreAt(best.x + 1, best.y)),
    y: best.y + finer(scoreAt(best.x, best.y - 1), scoreAt(best.x, best.y + 1)),
  };
}

/** Values of a patch less their mean, 0 where `counts` is 0. */
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
  const mean = sum / count;
  let squares = 0;
  for (let k = 0; k < values.length; k++) {
    values[k] = counts[k]! * (values[k]! - mean);
    squares += values[k]! ** 2;
  }
  return { values, count, deviation: Math.sqrt(squares / count) };
}

/** Root mean square distance of `to` from the best shift, turn and size of `from`; a quarter of the pairs, the worst found, left out. */
export function residualOf(pairs: readonly Pair[]): number {
  let kept = [...pairs];
  let off = distances(kept, kept);
  const limit = [...off].sort((a, b) => a - b)[Math.floor(off.length * 0.75)]!;
  kept = kept.filter((_, i) => off[i]! <= limit);
  off = distances(kept, kept);
  return Math.sqrt(off.reduce((sum, each) => sum + each * each, 0) / off.length);
}

/** How far each of `pairs` is from the similarity transform that fits `fitted` best. */
function distances(pairs: readonly Pair[], fitted: readonly Pair[]): number[] {
  const mean = (of: (pair: Pair) => number) => fitted.reduce((sum, pair) => sum + of(pair), 0) / fitted.length;
  const [fx, fy, tx, ty] = [
    mean(({ from }) => from.x),
    mean(({ from }) => from.y),
    mean(({ to }) => to.x),
    mean(({ to }) => to.y),
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
