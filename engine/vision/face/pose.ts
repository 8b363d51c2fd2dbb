/**
 * Angles of a head by vectors between mesh points: roll, then yaw, then pitch. Own method; `neutralPitch` is an
 * estimate.
 */
import type { Mesh } from './mesh-model.ts';

/**
 * Degrees, as the viewer sees them: yaw > 0 right (-90..90), pitch > 0 down (-90..90), roll > 0 clockwise (-180..180).
 */
export type Pose = { yaw: number; pitch: number; roll: number };

type Vector = { x: number; y: number; z: number };

/** Symmetric points, left to right. */
const lateralPairs = [
  [234, 454],
  [127, 356],
  [172, 397],
  [33, 263],
  [61, 291],
] as const;
/** Middle of the forehead, chin. */
const foreheadAndChin = [10, 152] as const;
/** Lean of frontal foreheads, degrees. */
const neutralPitch = 8;

export function measurePose(mesh: Mesh): Pose {
  const lateral = sumOf(lateralPairs.map(([a, b]) => vectorBetween(mesh, a, b)));
  const vertical = vectorBetween(mesh, ...foreheadAndChin);
  const roll = Math.atan2(lateral.y, lateral.x);
  const levelLateral = rotate(lateral, -roll);
  const yaw = Math.atan2(levelLateral.z, levelLateral.x);
  const levelVertical = rotate(vertical, -roll);
  const depth = levelVertical.z * Math.cos(yaw) - levelVertical.x * Math.sin(yaw);
  const pitch = Math.atan2(depth, levelVertical.y);
  return { yaw: degrees(yaw), pitch: degrees(pitch) - neutralPitch, roll: degrees(roll) };
}

function vectorBetween(mesh: Mesh, from: number, to: number): Vector {
  const [a, b] = [mesh[from]!, mesh[to]!];
  return { x: b.x - a.x, y: b.y - a.y, z: b.z - a.z };
}

function sumOf(vectors: Vector[]): Vector {
  return vectors.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z }));
}

function rotate({ x, y, z }: Vector, angle: number): Vector {
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle), z };
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
