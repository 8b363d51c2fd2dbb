/** How a head is turned, from the depth of its mesh. */
import type { Mesh } from './mesh-model.ts';

/**
 * Degrees, as the photograph is looked at: `yaw` > 0 turned to the right (-90..90), `pitch` > 0 bent down (-90..90),
 * `roll` > 0 leaning clockwise (-180..180).
 */
export type Pose = { yaw: number; pitch: number; roll: number };

type Vector = { x: number; y: number; z: number };

/** Pairs of points that mirror each other, from the left to the right of the face. */
const across = [
  [234, 454],
  [127, 356],
  [172, 397],
  [33, 263],
  [61, 291],
] as const;
/** From the middle of the forehead to the chin. */
const down = [10, 152] as const;
/** How far the mesh's forehead leans before its chin when someone looks straight ahead (median of frontal faces), in degrees. */
const neutralPitch = 8;

export function poseOf(mesh: Mesh): Pose {
  const lateral = sum(across.map(([a, b]) => between(mesh, a, b)));
  const vertical = between(mesh, ...down);
  const roll = Math.atan2(lateral.y, lateral.x);
  const levelLateral = turn(lateral, -roll);
  const yaw = Math.atan2(levelLateral.z, levelLateral.x);
  const levelVertical = turn(vertical, -roll);
  // The depth of forehead and chin seen straight from the front, when the head no longer turns to a side.
  const depth = levelVertical.z * Math.cos(yaw) - levelVertical.x * Math.sin(yaw);
  const pitch = Math.atan2(depth, levelVertical.y);
  return { yaw: degrees(yaw), pitch: degrees(pitch) - neutralPitch, roll: degrees(roll) };
}

function between(mesh: Mesh, from: number, to: number): Vector {
  const [a, b] = [mesh[from]!, mesh[to]!];
  return { x: b.x - a.x, y: b.y - a.y, z: b.z - a.z };
}

function sum(vectors: Vector[]): Vector {
  return vectors.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z }));
}

/** Turns a vector clockwise in the plane of the photograph. */
function turn({ x, y, z }: Vector, angle: number): Vector {
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle), z };
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
