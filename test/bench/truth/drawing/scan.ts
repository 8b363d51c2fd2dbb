/** Rasterization: the visible triangle at each sample of a grid. */
import type { Shape } from './shapes.ts';

/** Projected triangles: `near` grows towards the camera and is linear in the picture. */
export interface Flat {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly near: Float64Array;
  readonly u: Float32Array;
  readonly v: Float32Array;
  /** Three corners of each triangle, and the index of its shape. */
  readonly corners: Uint32Array;
  readonly owner: Uint16Array;
}

/** @param project returns x and y in samples, and `near`, which is 1 / distance in perspective */
export function flatten(
  shapes: readonly Shape[],
  project: (x: number, y: number, z: number) => readonly number[],
): Flat {
  const points = shapes.reduce((sum, { points: each }) => sum + each.length / 3, 0);
  const faces = shapes.reduce((sum, { faces: each }) => sum + each.length / 3, 0);
  const flat: Flat = {
    x: new Float64Array(points),
    y: new Float64Array(points),
    near: new Float64Array(points),
    u: new Float32Array(points),
    v: new Float32Array(points),
    corners: new Uint32Array(faces * 3),
    owner: new Uint16Array(faces),
  };
  let [point, face] = [0, 0];
  for (const [index, shape] of shapes.entries()) {
    const first = point;
    for (let i = 0; i < shape.points.length; i += 3, point++) {
      const [x, y, near] = project(shape.points[i]!, shape.points[i + 1]!, shape.points[i + 2]!);
      flat.x[point] = x!;
      flat.y[point] = y!;
      flat.near[point] = near!;
      flat.u[point] = shape.uvs[(i / 3) * 2]!;
      flat.v[point] = shape.uvs[(i / 3) * 2 + 1]!;
    }
    for (let i = 0; i < shape.faces.length; i += 3, face++) {
      flat.owner[face] = index;
      for (let k = 0; k < 3; k++) flat.corners[face * 3 + k] = first + shape.faces[i + k]!;
    }
  }
  return flat;
}

/** Rows of the depth buffer: `seen` is the index of a triangle plus one, or 0. */
export interface Rows {
  readonly width: number;
  readonly top: number;
  readonly count: number;
  readonly near: Float64Array;
  readonly seen: Uint32Array;
}

export function emptyRows(width: number, top: number, count: number): Rows {
  const near = new Float64Array(width * count).fill(Number.NEGATIVE_INFINITY);
  return { width, top, count, near, seen: new Uint32Array(width * count) };
}

export function bandsOf(flat: Flat, height: number, bands: number): number[][] {
  const lists: number[][] = Array.from({ length: bands }, () => []);
  for (let face = 0; face < flat.owner.length; face++) {
    const [a, b, c] = flat.corners.subarray(face * 3, face * 3 + 3) as unknown as [number, number, number];
    const [p, q, r] = [flat.y[a]!, flat.y[b]!, flat.y[c]!];
    const first = Math.max(0, Math.floor(Math.min(p, q, r) / height));
    const last = Math.min(bands - 1, Math.floor(Math.max(p, q, r) / height));
    for (let band = first; band <= last; band++) lists[band]!.push(face);
  }
  return lists;
}

export function scan(flat: Flat, shapes: readonly Shape[], faces: Iterable<number>, rows: Rows): void {
  const { x, y, near, u, v, corners, owner } = flat;
  for (const face of faces) {
    const [a, b, c] = [corners[face * 3]!, corners[face * 3 + 1]!, corners[face * 3 + 2]!];
    const area = (x[b]! - x[a]!) * (y[c]! - y[a]!) - (x[c]! - x[a]!) * (y[b]! - y[a]!);
    if (Math.abs(area) < 1e-9) continue;
    const hole = shapes[owner[face]!]!.material.hole;
    const left = Math.max(0, Math.ceil(Math.min(x[a]!, x[b]!, x[c]!) - 0.5));
    const right = Math.min(rows.width - 1, Math.floor(Math.max(x[a]!, x[b]!, x[c]!) - 0.5));
    const top = Math.max(rows.top, Math.ceil(Math.min(y[a]!, y[b]!, y[c]!) - 0.5));
    const bottom = Math.min(rows.top + rows.count - 1, Math.floor(Math.max(y[a]!, y[b]!, y[c]!) - 0.5));
    for (let row = top; row <= bottom; row++) {
      const py = row + 0.5;
      for (let column = left; column <= right; column++) {
        const px = column + 0.5;
        const second = ((px - x[a]!) * (y[c]! - y[a]!) - (x[c]! - x[a]!) * (py - y[a]!)) / area;
        const third = ((x[b]! - x[a]!) * (py - y[a]!) - (px - x[a]!) * (y[b]! - y[a]!)) / area;
        const first = 1 - second - third;
        // Shared edges may count for both triangles because their depth is the same.
        if (first < -1e-9 || second < -1e-9 || third < -1e-9) continue;
        const depth = first * near[a]! + second * near[b]! + third * near[c]!;
        const at = (row - rows.top) * rows.width + column;
        if (depth <= rows.near[at]!) continue;
        if (hole) {
          const [i, j, k] = [(first * near[a]!) / depth, (second * near[b]!) / depth, (third * near[c]!) / depth];
          if (hole(i * u[a]! + j * u[b]! + k * u[c]!, i * v[a]! + j * v[b]! + k * v[c]!)) continue;
        }
        rows.near[at] = depth;
        rows.seen[at] = face + 1;
      }
    }
  }
}
