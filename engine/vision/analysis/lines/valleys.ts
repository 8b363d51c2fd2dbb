/** Measures folds: dark valleys in the skin that run along a line of points. */
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import type { Point } from '../../face/find-faces.ts';
import { chartFaceSize, type FaceChart } from '../chart/skin-chart.ts';
import { reliefGain } from '../chart/skin-tone.ts';
import { type LineFilter, lineDepth, lineFilter } from './line-filter.ts';

/** A line's width and length (deviations of the line filter), as parts of the face. */
export type LineShape = { width: number; length: number };
/** The skin as lines are looked for on it, and the lightness (L) of what is around each place. */
export type Relief = { skin: Plane; light: Plane; covered: Plane };

/** Depths, L of mid-toned skin: along the line, and across it, as texture and noise make them. */
export type Depths = { along: number; across: number };

/** A fold may turn away from its line's direction by these angles. */
const turns = [-0.3, -0.15, 0, 0.15, 0.3];
/** Below this share of its places a line counts as hidden. */
const minLineShare = 1 / 3;
/** Radius (part of the face) of what is around a place. */
const around = 0.02;
/** Places along a line, and how far apart (parts of the face) it is looked for at its sides. */
const places = 24;
const sideStep = 0.01;

/** Where there is no skin (brows, hair, an eye) it is continued, so that its edge is no line. */
export function reliefOf({ region: { lab, covered } }: FaceChart): Relief {
  const light = maskedMean(windowOf(covered, Math.round(around * chartFaceSize)), lab.L);
  const skin = createPlane(lab.L.width, lab.L.height);
  for (let i = 0; i < skin.data.length; i++) {
    skin.data[i] = light.data[i]! + covered.data[i]! * (lab.L.data[i]! - light.data[i]!);
  }
  return { skin, light, covered };
}

/**
 * The mean depths along a line of points, each place's where it is deepest within `reach` (parts of the face) at its sides.
 * Null where too little of it is skin.
 */
export function valleysAlong(relief: Relief, line: readonly Point[], shape: LineShape, reach: number): Depths | null {
  const filter = filterOf(shape);
  const { covered } = relief;
  let [along, across, seen] = [0, 0, 0];
  for (const { x, y, angle } of stepsAlong(line, places)) {
    const sides: Depths[] = [];
    for (let side = -reach; side <= reach + sideStep / 2; side += sideStep) {
      const px = x - Math.sin(angle) * side * chartFaceSize;
      const py = y + Math.cos(angle) * side * chartFaceSize;
      if (!((covered.data[Math.round(py) * covered.width + Math.round(px)] ?? 0) >= 0.5)) continue;
      sides.push({
        along: deepest(relief, px, py, angle, filter),
        across: deepest(relief, px, py, angle + Math.PI / 2, filter),
      });
    }
    if (sides.length === 0) continue;
    along += Math.max(...sides.map((depths) => depths.along));
    across += Math.max(...sides.map((depths) => depths.across));
    seen++;
  }
  return seen < places * minLineShare ? null : { along: along / seen, across: across / seen };
}

function filterOf({ width, length }: LineShape): LineFilter {
  return lineFilter({ width: width * chartFaceSize, length: length * chartFaceSize });
}

/** The deepest valley through a place, of all directions near `angle`; 0 where there is none. */
function deepest({ skin, light }: Relief, x: number, y: number, angle: number, filter: LineFilter): number {
  let best = 0;
  for (const turn of turns) best = Math.max(best, lineDepth(skin, x, y, angle + turn, filter));
  return best * reliefGain(light.data[Math.round(y) * light.width + Math.round(x)]!);
}

/** Places at equal distances along a line of points, with its direction there. */
function stepsAlong(line: readonly Point[], count: number): { x: number; y: number; angle: number }[] {
  const parts = line.slice(1).map((b, i) => {
    const a = line[i]!;
    return { a, dx: b.x - a.x, dy: b.y - a.y, length: Math.hypot(b.x - a.x, b.y - a.y) };
  });
  const totalLength = parts.reduce((sum, { length }) => sum + length, 0);
  const found: { x: number; y: number; angle: number }[] = [];
  let passed = 0;
  for (const { a, dx, dy, length } of parts) {
    const angle = Math.atan2(dy, dx);
    for (
      let position = (found.length + 0.5) * (totalLength / count);
      position < passed + length;
      position += totalLength / count
    ) {
      const t = (position - passed) / length;
      found.push({ x: a.x + dx * t, y: a.y + dy * t, angle });
    }
    passed += length;
  }
  return found;
}

/** Mean of the largest values. @param share part of all values, 0..1 */
export function topMean(values: number[], share: number): number {
  const count = Math.max(1, Math.round(values.length * share));
  const top = Float64Array.from(values).sort().reverse().subarray(0, count);
  return top.reduce((sum, value) => sum + value, 0) / count;
}
