/** Depths of folds along lines of mesh points, by an oriented filter. Own sampling. */
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import type { Point } from '../../face/find-faces.ts';
import { chartFaceSize, type FaceChart } from '../chart/skin-chart.ts';
import { reliefGain } from '../chart/skin-tone.ts';
import { createLineFilter, type LineFilter, lineDepth } from './line-filter.ts';

/** In face sizes. */
export type LineShape = { width: number; length: number };
/** `skin`: L, continued over features. `light`: L of the surroundings. */
export type Relief = { skin: Plane; light: Plane; covered: Plane };

/** L of mid-toned skin. `across` is texture and noise. */
export type Depths = { along: number; across: number };

/** Folds may turn away. */
const turnRadians = [-0.3, -0.15, 0, 0.15, 0.3];
const minVisibleShare = 1 / 3;
const surroundingsRadius = 0.02;
/** Along a line; to its sides. */
const placeCount = 24;
const sideStep = 0.01;

/** Continues skin over features, whose edges are no lines. */
export function createRelief({ region: { lab, covered } }: FaceChart): Relief {
  const light = maskedMean(windowOf(covered, Math.round(surroundingsRadius * chartFaceSize)), lab.L);
  const skin = createPlane(lab.L.width, lab.L.height);
  for (let i = 0; i < skin.data.length; i++) {
    skin.data[i] = light.data[i]! + covered.data[i]! * (lab.L.data[i]! - light.data[i]!);
  }
  return { skin, light, covered };
}

/** Means of the largest depths within `reach` (face sizes) of a line, or null if it is hidden. */
export function measureValleys(relief: Relief, line: readonly Point[], shape: LineShape, reach: number): Depths | null {
  const filter = createFilter(shape);
  const { covered } = relief;
  let [along, across, visibleCount] = [0, 0, 0];
  for (const { x, y, angle } of sampleLine(line, placeCount)) {
    const sides: Depths[] = [];
    for (let side = -reach; side <= reach + sideStep / 2; side += sideStep) {
      const px = x - Math.sin(angle) * side * chartFaceSize;
      const py = y + Math.cos(angle) * side * chartFaceSize;
      if (!((covered.data[Math.round(py) * covered.width + Math.round(px)] ?? 0) >= 0.5)) continue;
      sides.push({
        along: measureDeepest(relief, px, py, angle, filter),
        across: measureDeepest(relief, px, py, angle + Math.PI / 2, filter),
      });
    }
    if (sides.length === 0) continue;
    along += Math.max(...sides.map((depths) => depths.along));
    across += Math.max(...sides.map((depths) => depths.across));
    visibleCount++;
  }
  return visibleCount < placeCount * minVisibleShare
    ? null
    : { along: along / visibleCount, across: across / visibleCount };
}

function createFilter({ width, length }: LineShape): LineFilter {
  return createLineFilter({ width: width * chartFaceSize, length: length * chartFaceSize });
}

function measureDeepest({ skin, light }: Relief, x: number, y: number, angle: number, filter: LineFilter): number {
  let maxDepth = 0;
  for (const turn of turnRadians) maxDepth = Math.max(maxDepth, lineDepth(skin, x, y, angle + turn, filter));
  return maxDepth * reliefGain(light.data[Math.round(y) * light.width + Math.round(x)]!);
}

function sampleLine(line: readonly Point[], count: number): { x: number; y: number; angle: number }[] {
  const parts = line.slice(1).map((b, i) => {
    const a = line[i]!;
    return { a, dx: b.x - a.x, dy: b.y - a.y, length: Math.hypot(b.x - a.x, b.y - a.y) };
  });
  const totalLength = parts.reduce((sum, { length }) => sum + length, 0);
  const steps: { x: number; y: number; angle: number }[] = [];
  let passed = 0;
  for (const { a, dx, dy, length } of parts) {
    const angle = Math.atan2(dy, dx);
    for (
      let position = (steps.length + 0.5) * (totalLength / count);
      position < passed + length;
      position += totalLength / count
    ) {
      const t = (position - passed) / length;
      steps.push({ x: a.x + dx * t, y: a.y + dy * t, angle });
    }
    passed += length;
  }
  return steps;
}

/** Mean of the largest values. @param share 0..1 */
export function topMean(values: number[], share: number): number {
  const count = Math.max(1, Math.round(values.length * share));
  const top = Float64Array.from(values).sort().reverse().subarray(0, count);
  return top.reduce((sum, value) => sum + value, 0) / count;
}
