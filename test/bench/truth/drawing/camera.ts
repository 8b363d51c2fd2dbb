/** The camera of a scene and its projection. */
import type { Shape } from './shapes.ts';
import { add, cross, dot, minus, times, unit, type Vec } from './vector.ts';

export interface View {
  /** Angles of the camera in degrees: around the subject, and above it. */
  readonly yaw: number;
  readonly pitch: number;
  /** Share of the width or height (the tighter one) that the subject fills. */
  readonly fill?: number;
  readonly middle?: readonly [number, number];
}

export interface Camera {
  readonly eye: Vec;
  /** Returns the pixel of a point, and 1 / distance. */
  project(x: number, y: number, z: number): readonly [number, number, number];
  ray(x: number, y: number): Vec;
}

/** Returns a camera that frames all shapes at 3.2 times their radius. */
export function cameraFor(shapes: readonly Shape[], view: View, width: number, height: number): Camera {
  const { centre, radius } = boundsOf(shapes);
  const [yaw, pitch] = [(view.yaw * Math.PI) / 180, (view.pitch * Math.PI) / 180];
  const back: Vec = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
  const eye = add(centre, times(back, radius * 3.2));
  const right = unit(cross([0, 1, 0], back));
  const up = cross(back, right);
  const plain = (x: number, y: number, z: number) => {
    const from = minus([x, y, z], eye);
    const near = 1 / Math.max(1e-6, -dot(from, back));
    return [dot(from, right) * near, -dot(from, up) * near, near] as const;
  };
  let [left, top, far, low] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { points } of shapes) {
    for (let i = 0; i < points.length; i += 3) {
      const [x, y] = plain(points[i]!, points[i + 1]!, points[i + 2]!);
      [left, far] = [Math.min(left, x), Math.max(far, x)];
      [top, low] = [Math.min(top, y), Math.max(low, y)];
    }
  }
  const fill = view.fill ?? 0.72;
  const scale = Math.min((width * fill) / (far - left), (height * fill) / (low - top));
  const [cx, cy] = view.middle ?? [0.5, 0.52];
  const [ox, oy] = [width * cx - ((left + far) / 2) * scale, height * cy - ((top + low) / 2) * scale];
  return {
    eye,
    project: (x, y, z) => {
      const [px, py, near] = plain(x, y, z);
      return [px * scale + ox, py * scale + oy, near];
    },
    ray: (x, y) => unit(add(add(times(right, (x - ox) / scale), times(up, -(y - oy) / scale)), times(back, -1))),
  };
}

/** Returns the bounding box of all points: center, half diagonal, lowest y and farthest z. */
export function boundsOf(shapes: readonly Shape[]): { centre: Vec; radius: number; low: number; far: number } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const { points } of shapes) {
    for (let i = 0; i < points.length; i++) {
      min[i % 3] = Math.min(min[i % 3]!, points[i]!);
      max[i % 3] = Math.max(max[i % 3]!, points[i]!);
    }
  }
  const [a, b] = [min as unknown as Vec, max as unknown as Vec];
  return { centre: times(add(a, b), 0.5), radius: Math.hypot(...minus(b, a)) / 2, low: a[1], far: a[2] };
}
