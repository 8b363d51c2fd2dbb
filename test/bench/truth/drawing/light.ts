/** Light on a scene: a lamp with shadows, and surroundings that polished surfaces reflect. */
import { boundsOf } from './camera.ts';
import { bandsOf, emptyRows, flatten, scan } from './scan.ts';
import type { Material, Shape } from './shapes.ts';
import { add, cross, dot, minus, smoothstep, times, unit, type Vec } from './vector.ts';

const side = 1024;
/** Offset of orthographic depths, which makes the division of the perspective negligible. */
const baseDepth = 1e6;

export interface Light {
  readonly lamp: Vec;
  readonly lampColour: Vec;
  /** Returns the ambient light on a matte surface by its normal. */
  ambient(direction: Vec): Vec;
  /** Returns the reflected light of a direction, with a bright window. */
  around(direction: Vec): Vec;
  /** Returns the shadow at a point of the subject, 0 (light) to 1. */
  shade(at: Vec): number;
  /** Returns the soft shadow of the subject at a point near it, 0..1. */
  softShade(at: Vec): number;
}

/** @param around light of the surroundings by direction, in linear light */
export function lightOn(shapes: readonly Shape[], lamp: Vec, lampColor: Vec, around: (d: Vec) => Vec): Light {
  const { centre, radius } = boundsOf(shapes);
  const right = unit(cross([0, 1, 0], lamp));
  const up = cross(lamp, right);
  const scale = side / (radius * 2.1);
  const place = (at: Vec) => {
    const from = minus(at, centre);
    return [side / 2 + dot(from, right) * scale, side / 2 - dot(from, up) * scale, dot(from, lamp)] as const;
  };
  const flat = flatten(shapes, (x, y, z) => {
    const [px, py, depth] = place([x, y, z]);
    return [px, py, baseDepth + depth];
  });
  const rows = emptyRows(side, 0, side);
  scan(flat, shapes, bandsOf(flat, side, 1)[0]!, rows);
  const silhouette = new Float32Array(side * side);
  for (let i = 0; i < silhouette.length; i++) {
    const face = rows.seen[i]!;
    if (face > 0) silhouette[i] = shapes[flat.owner[face - 1]!]!.material.glass ? 0.25 : 1;
  }
  const covered = blurred(silhouette, 14);
  const slack = radius * 0.012;
  return {
    lamp,
    lampColour: lampColor,
    ambient: around,
    around: (d) => add(around(d), windowIn(d)),
    shade(at) {
      const [x, y, depth] = place(at);
      let sum = 0;
      for (let k = 0; k < 4; k++) {
        const [ix, iy] = [Math.floor(x - 0.5 + (k & 1)), Math.floor(y - 0.5 + (k >> 1))];
        if (ix < 0 || iy < 0 || ix >= side || iy >= side) continue;
        if (rows.near[iy * side + ix]! > baseDepth + depth + slack) sum += 0.25;
      }
      return sum;
    },
    softShade(at) {
      const [x, y] = place(at);
      const [ix, iy] = [Math.floor(x), Math.floor(y)];
      return ix < 0 || iy < 0 || ix >= side || iy >= side ? 0 : covered[iy * side + ix]!;
    },
  };
}

function windowIn([x, y]: Vec): Vec {
  const across = smoothstep(0.3, 0.38, -x) * smoothstep(0.8, 0.72, -x);
  const light = 2.2 * across * smoothstep(0.1, 0.2, y) * smoothstep(0.75, 0.65, y);
  return [light, light, light];
}

/** Approximates a Gaussian by three box means along each axis. */
function blurred(values: Float32Array, reach: number): Float32Array {
  const pass = (from: Float32Array, step: number, lineStep: number) => {
    const out = new Float32Array(from.length);
    for (let line = 0; line < side; line++) {
      let sum = 0;
      for (let i = -reach; i < side + reach; i++) {
        if (i + reach < side) sum += from[line * lineStep + (i + reach) * step] ?? 0;
        if (i - reach - 1 >= 0) sum -= from[line * lineStep + (i - reach - 1) * step] ?? 0;
        if (i >= 0 && i < side) out[line * lineStep + i * step] = sum / (2 * reach + 1);
      }
    }
    return out;
  };
  let now = values;
  for (let k = 0; k < 3; k++) now = pass(pass(now, 1, side), side, 1);
  return now;
}

/** Returns the color (linear light) and opacity at a point of a surface. */
export function shaded(
  material: Material,
  at: Vec,
  normalThere: Vec,
  u: number,
  v: number,
  eye: Vec,
  light: Light,
): { rgb: Vec; alpha: number } {
  const toEye = unit(minus(eye, at));
  const facing = dot(normalThere, toEye);
  const normal = facing < 0 ? times(normalThere, -1) : normalThere;
  const square = Math.abs(facing);
  const own = typeof material.colour === 'function' ? material.colour(u, v, at) : material.colour;
  const gloss = material.gloss ?? 0.15;
  const lit = 1 - light.shade(add(at, times(normal, 1e-3)));
  const slope = dot(normal, light.lamp);
  const direct = (material.soft ? Math.max(0, 0.35 + 0.65 * slope) : Math.max(0, slope)) * lit;
  const half = unit(add(light.lamp, toEye));
  const shine = Math.max(0, dot(normal, half)) ** (10 + gloss * 160) * gloss * 1.6 * lit;
  const mirror = minus(times(normal, 2 * square), toEye);
  const fresnel = (1 - square) ** 5;
  const ambient = light.ambient(normal);
  const reflected = light.around(mirror);
  if (material.glass) {
    // Glass transmits perpendicular light, and reflects towards the thicker rim.
    const alpha = Math.min(0.96, 0.1 + 0.75 * (1 - square) ** 2.2 + shine);
    const rim = smoothstep(0.35, 0, square);
    const rgb = [0, 1, 2].map((c) => own[c]! * ambient[c]! * (0.5 - 0.35 * rim) + reflected[c]! * 0.7 + shine);
    return { rgb: rgb as unknown as Vec, alpha };
  }
  const share = material.metal ? 0.35 + 0.55 * gloss : gloss * (0.05 + 0.6 * fresnel);
  const rgb = [0, 1, 2].map((c) => {
    const matt = own[c]! * (ambient[c]! * 0.75 + light.lampColour[c]! * direct);
    const tint = material.metal ? own[c]! : 1;
    return (
      matt * (material.metal ? 1 - share : 1) + tint * (reflected[c]! * share * 1.3 + shine * light.lampColour[c]!)
    );
  });
  return { rgb: rgb as unknown as Vec, alpha: 1 };
}
