/**
 * Estimates the direction of the main light: ridge regression of lightness on normals of the mesh (Lambertian shading).
 * The points must be on plain skin.
 */
import { rgbToLab } from '../../pixels/lab.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import { solve3 } from '../../pixels/solve-linear.ts';
import type { Face, Pixels, Point } from '../../vision/face/find-faces.ts';

/** x to the right, y down, z away from the camera. */
export type Direction = { x: number; y: number; z: number };

/** Forehead, cheeks, nose, chin and jaw. */
const skinPoints = [
  ...[151, 9, 10, 8, 108, 337, 69, 299, 104, 333, 68, 298, 109, 338, 67, 297, 103, 332],
  ...[50, 280, 101, 330, 36, 266, 205, 425, 187, 411, 207, 427, 123, 352, 147, 376, 213, 433, 192, 416],
  ...[6, 197, 195, 5, 4, 198, 420, 131, 360, 199, 200, 175, 208, 428, 210, 430, 211, 431, 32, 262, 138, 367],
];
const neighborCount = 14;
/** In -z: other normals are at the edge of the face. */
const minFacing = 0.3;
/** Soft light from above the camera. */
const defaultDirection: Direction = { x: 0, y: -0.55, z: -0.83 };
/** Explained variance: no trust in the fit, full trust. */
const minExplained = 0.15;
const fullyExplained = 0.6;
/** Stabilizes the fit of similar normals. */
const ridge = 0.6;
/** Other light makes no visible gloss. */
const maxDownward = 0.2;
const maxSideways = 0.65;

/** Returns a unit vector towards the light. */
export function estimateLightDirection(photo: Pixels, { mesh, box }: Face): Direction {
  const reach = Math.max(1, Math.round((box.width + box.height) * 0.012));
  const samples = skinPoints.flatMap((index) => {
    const normal = normalAt(mesh, index);
    const point = mesh[index]!;
    if (-normal.z < minFacing || !isInside(photo, point, reach)) return [];
    return [{ normal, brightness: brightnessAt(photo, point, reach) }];
  });
  if (samples.length < 12) return defaultDirection;
  const { slope, explained } = fitSlope(samples);
  const length = Math.hypot(slope.x, slope.y, slope.z);
  if (length === 0) return defaultDirection;
  const trust = smoothstep(explained, minExplained, fullyExplained);
  const mixed = (axis: keyof Direction) =>
    defaultDirection[axis] + trust * (slope[axis] / length - defaultDirection[axis]);
  const x = Math.max(-maxSideways, Math.min(maxSideways, mixed('x')));
  const y = Math.min(maxDownward, mixed('y'));
  return normalize({ x, y, z: Math.min(-0.35, mixed('z')) });
}

export function normalize({ x, y, z }: Direction): Direction {
  const length = Math.hypot(x, y, z) || 1;
  return { x: x / length, y: y / length, z: z / length };
}

/** Normal of the plane through the nearest points, towards the camera. */
function normalAt(mesh: readonly Point[], index: number): Direction {
  const center = mesh[index]!;
  const near = mesh
    .slice(0, 468)
    .map((point) => ({ x: point.x - center.x, y: point.y - center.y, z: point.z - center.z }))
    .sort((a, b) => a.x ** 2 + a.y ** 2 + a.z ** 2 - (b.x ** 2 + b.y ** 2 + b.z ** 2))
    .slice(1, neighborCount + 1);
  const sum = { x: 0, y: 0, z: 0 };
  for (let i = 0; i < near.length; i++) {
    for (let j = i + 1; j < near.length; j++) {
      const [a, b] = [near[i]!, near[j]!];
      const cross = { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
      const sign = cross.z > 0 ? -1 : 1;
      sum.x += sign * cross.x;
      sum.y += sign * cross.y;
      sum.z += sign * cross.z;
    }
  }
  return normalize(sum);
}

function isInside({ width, height }: Pixels, { x, y }: Point, reach: number): boolean {
  return x > reach && y > reach && x < width - reach - 1 && y < height - reach - 1;
}

function brightnessAt({ width, rgb }: Pixels, { x, y }: Point, reach: number): number {
  const sum: [number, number, number] = [0, 0, 0];
  const [column, row] = [Math.round(x), Math.round(y)];
  const count = (2 * reach + 1) ** 2;
  for (let j = row - reach; j <= row + reach; j++) {
    for (let i = column - reach; i <= column + reach; i++) {
      for (let c = 0; c < 3; c++) sum[c]! += rgb[(j * width + i) * 3 + c]! / count;
    }
  }
  return rgbToLab(...sum)[0];
}

type Sample = { normal: Direction; brightness: number };

/** Fits lightness = base + slope · normal. */
function fitSlope(samples: readonly Sample[]): { slope: Direction; explained: number } {
  const mean = (select: (sample: Sample) => number) => samples.reduce((sum, s) => sum + select(s), 0) / samples.length;
  const center = { x: mean((s) => s.normal.x), y: mean((s) => s.normal.y), z: mean((s) => s.normal.z) };
  const level = mean((s) => s.brightness);
  const axes = ['x', 'y', 'z'] as const;
  const off = (s: Sample, axis: keyof Direction) => s.normal[axis] - center[axis];
  const matrix = axes.map((i) =>
    axes.map((j) => samples.reduce((sum, s) => sum + off(s, i) * off(s, j), i === j ? ridge : 0)),
  );
  const right = axes.map((i) => samples.reduce((sum, s) => sum + off(s, i) * (s.brightness - level), 0));
  const [x, y, z] = solve3(matrix, right);
  const slope = { x: x!, y: y!, z: z! };
  let [residual, total] = [0, 0];
  for (const s of samples) {
    const guess = axes.reduce((sum, axis) => sum + slope[axis] * off(s, axis), 0);
    residual += (s.brightness - level - guess) ** 2;
    total += (s.brightness - level) ** 2;
  }
  return { slope, explained: total > 0 ? 1 - residual / total : 0 };
}
