/** Triangle meshes: surfaces over a grid, tubes along a line, boxes. */
import { add, cross, minus, times, unit, type Vec } from './vector.ts';

export interface Material {
  readonly colour: Vec | ((u: number, v: number, at: Vec) => Vec);
  /** Strength of highlights and reflections, 0 (matte) to 1 (polished). */
  readonly gloss?: number;
  readonly metal?: boolean;
  /** Transparent, most at perpendicular angles. */
  readonly glass?: boolean;
  /** Translucent like leaves, fur and cloth. */
  readonly soft?: boolean;
  /** Whether a point is in a hole. */
  readonly hole?: (u: number, v: number) => boolean;
}

export interface Shape {
  readonly points: number[];
  readonly normals: number[];
  readonly uvs: number[];
  readonly faces: number[];
  readonly material: Material;
}

/** A surface of `across` by `down` cells; `at` returns its points for u and v, 0..1. */
export function surface(material: Material, across: number, down: number, at: (u: number, v: number) => Vec): Shape {
  const shape: Shape = { points: [], normals: [], uvs: [], faces: [], material };
  const e = 1e-4;
  for (let j = 0; j <= down; j++) {
    for (let i = 0; i <= across; i++) {
      const [u, v] = [i / across, j / down];
      shape.points.push(...at(u, v));
      const along = minus(at(u + e, v), at(u - e, v));
      const aside = minus(at(u, v + e), at(u, v - e));
      shape.normals.push(...unit(cross(along, aside)));
      shape.uvs.push(u, v);
    }
  }
  for (let j = 0; j < down; j++) {
    for (let i = 0; i < across; i++) {
      const a = j * (across + 1) + i;
      const c = a + across + 1;
      shape.faces.push(a, a + 1, c, a + 1, c + 1, c);
    }
  }
  return shape;
}

/** Points, or one flat list of their coordinates. */
type Points = readonly (readonly number[])[];

function toVectors(points: Points, size: 2 | 3): Vec[] {
  const [flat = []] = points;
  const parts = flat.length > 3 ? Array.from({ length: flat.length / size }, (_, i) => flat.slice(i * size)) : points;
  return parts.map(([x = 0, y = 0, z = 0]): Vec => [x, y, size === 3 ? z : 0]);
}

/** Returns points from one flat list, with each coordinate multiplied. */
export const sized = (scale: readonly number[], flat: readonly number[]): number[][] =>
  Array.from({ length: flat.length / scale.length }, (_, i) => scale.map((k, c) => k * flat[i * scale.length + c]!));

/** A smooth line through points of radius and height, turned about the y axis. */
export function lathe(material: Material, sides: number, ...profile: Points): Shape {
  const points = toVectors(profile, 2);
  const line = spline(points.length * 6, ...points);
  const last = line.length - 1;
  const at = (v: number): Vec => {
    const place = Math.min(last, Math.max(0, v * last));
    const i = Math.min(last - 1, Math.floor(place));
    return add(times(line[i]!, 1 - (place - i)), times(line[i + 1]!, place - i));
  };
  return surface(material, sides, last, (u, v) => {
    const [r, y] = at(v);
    return [Math.cos(u * 2 * Math.PI) * Math.max(1e-4, r), y, Math.sin(u * 2 * Math.PI) * Math.max(1e-4, r)];
  });
}

export function ball(material: Material, center: Vec, radius: number | Vec, sides = 48): Shape {
  const [rx, ry, rz] = typeof radius === 'number' ? [radius, radius, radius] : radius;
  return surface(material, sides, sides / 2, (u, v) => {
    const [a, b] = [u * 2 * Math.PI, (0.001 + v * 0.998) * Math.PI];
    return add(center, [Math.cos(a) * Math.sin(b) * rx, Math.cos(b) * ry, Math.sin(a) * Math.sin(b) * rz]);
  });
}

/** A Catmull–Rom spline through points, of `count` pieces. */
export function spline(count: number, ...list: Points): Vec[] {
  const points = toVectors(list, 3);
  const get = (i: number) => points[Math.max(0, Math.min(points.length - 1, i))]!;
  return Array.from({ length: count + 1 }, (_, k) => {
    const place = (k / count) * (points.length - 1);
    const i = Math.min(points.length - 2, Math.floor(place));
    const t = place - i;
    const [a, b, c, d] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    const on = (n: 0 | 1 | 2) =>
      b[n] +
      0.5 * t * (c[n] - a[n] + t * (2 * a[n] - 5 * b[n] + 4 * c[n] - d[n] + t * (3 * (b[n] - c[n]) + d[n] - a[n])));
    return [on(0), on(1), on(2)];
  });
}

/** Constant, or by the part of the length, 0..1. */
type Radius = number | ((t: number) => number);

export function tube(material: Material, line: readonly Vec[], radius: Radius, sides = 10): Shape {
  const shape: Shape = { points: [], normals: [], uvs: [], faces: [], material };
  const last = line.length - 1;
  const closed = Math.hypot(...minus(line[0]!, line[last]!)) < 1e-9;
  let side: Vec = [0, 0, 0];
  for (const [k, centre] of line.entries()) {
    const before = line[k === 0 ? (closed ? last - 1 : 0) : k - 1]!;
    const after = line[k === last ? (closed ? 1 : last) : k + 1]!;
    const along = unit(minus(after, before));
    const from: Vec = k > 0 ? side : Math.abs(along[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0];
    side = unit(minus(from, times(along, from[0] * along[0] + from[1] * along[1] + from[2] * along[2])));
    const binormal = cross(along, side);
    const r = typeof radius === 'number' ? radius : radius(k / last);
    for (let i = 0; i <= sides; i++) {
      const angle = (i / sides) * 2 * Math.PI;
      const out = add(times(side, Math.cos(angle)), times(binormal, Math.sin(angle)));
      shape.points.push(...add(centre, times(out, r)));
      shape.normals.push(...out);
      shape.uvs.push(i / sides, k / last);
    }
  }
  for (let k = 0; k < last; k++) {
    for (let i = 0; i < sides; i++) {
      const a = k * (sides + 1) + i;
      const c = a + sides + 1;
      shape.faces.push(a, a + 1, c, a + 1, c + 1, c);
    }
  }
  return shape;
}

/** Radius and sides of a tube, and the count of its pieces. */
type Section = [radius: Radius, sides: number, count: number];

export function curvedTube(material: Material, [radius, sides, count]: Section, ...points: Points): Shape {
  return tube(material, spline(count, ...points), radius, sides);
}

/** A closed line of `count` pieces, by the angle in radians. */
export const circle = (count: number, at: (angle: number) => Vec): Vec[] =>
  Array.from({ length: count + 1 }, (_, i) => at(((i % count) / count) * 2 * Math.PI));

export function closedTube(material: Material, [radius, sides, count]: Section, at: (angle: number) => Vec): Shape {
  return tube(material, circle(count, at), radius, sides);
}

/** An upright closed tube around `center`, round or oval. */
export function ring(material: Material, section: Section, center: Vec, radius: number | readonly [number, number]) {
  const [rx, ry] = typeof radius === 'number' ? [radius, radius] : radius;
  return closedTube(material, section, (a) => add(center, [Math.cos(a) * rx, Math.sin(a) * ry, 0]));
}

/** A level closed tube around the y axis. */
export const hoop = (material: Material, section: Section, radius: number, y: number): Shape =>
  closedTube(material, section, (a) => [Math.cos(a) * radius, y, Math.sin(a) * radius]);

export function rod(material: Material, from: Vec, to: Vec, radius: number, sides = 12): Shape {
  const line = [from, ...[0.02, 0.5, 0.98].map((t) => add(times(from, 1 - t), times(to, t))), to];
  return tube(material, line, (t) => (t === 0 || t === 1 ? radius * 0.05 : radius), sides);
}

/** A bar of rectangular section between two points: `width` across `up`, `depth` along it. */
export function bar(material: Material, from: Vec, to: Vec, width: number, depth: number, up: Vec = [0, 0, 1]): Shape {
  const along = unit(minus(to, from));
  const across = unit(cross(along, up));
  const top = cross(across, along);
  const corner = (end: Vec, a: number, b: number): Vec =>
    add(end, add(times(across, (a * width) / 2), times(top, (b * depth) / 2)));
  const ring = (end: Vec) => [corner(end, -1, -1), corner(end, 1, -1), corner(end, 1, 1), corner(end, -1, 1)];
  const [near, far] = [ring(from), ring(to)];
  const shape: Shape = { points: [], normals: [], uvs: [], faces: [], material };
  const quad = (a: Vec, b: Vec, c: Vec, d: Vec) => {
    const first = shape.points.length / 3;
    const normal = unit(cross(minus(b, a), minus(d, a)));
    shape.points.push(...a, ...b, ...c, ...d);
    for (let i = 0; i < 4; i++) shape.normals.push(...normal);
    shape.uvs.push(0, 0, 1, 0, 1, 1, 0, 1);
    shape.faces.push(first, first + 1, first + 2, first, first + 2, first + 3);
  };
  for (let i = 0; i < 4; i++) quad(near[i]!, near[(i + 1) % 4]!, far[(i + 1) % 4]!, far[i]!);
  quad(near[0]!, near[1]!, near[2]!, near[3]!);
  quad(far[0]!, far[1]!, far[2]!, far[3]!);
  return shape;
}

/** Moves every point of a shape. @param move a rigid motion, or the light is slightly wrong */
export function moved(shape: Shape, move: (point: Vec) => Vec): Shape {
  const zero = move([0, 0, 0]);
  const all = (values: number[], direction: boolean) => {
    const out: number[] = [];
    for (let i = 0; i < values.length; i += 3) {
      const to = move([values[i]!, values[i + 1]!, values[i + 2]!]);
      out.push(...(direction ? unit(minus(to, zero)) : to));
    }
    return out;
  };
  return { ...shape, points: all(shape.points, false), normals: all(shape.normals, true) };
}

export function turned(axis: 'x' | 'y' | 'z', turns: number): (point: Vec) => Vec {
  const [c, s] = [Math.cos(turns * 2 * Math.PI), Math.sin(turns * 2 * Math.PI)];
  if (axis === 'x') return ([x, y, z]) => [x, y * c - z * s, y * s + z * c];
  if (axis === 'y') return ([x, y, z]) => [x * c + z * s, y, z * c - x * s];
  return ([x, y, z]) => [x * c - y * s, x * s + y * c, z];
}
