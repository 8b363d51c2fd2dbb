/** Subjects of the benchmark: random shapes with their view and surroundings. */
import type { SeededRandom } from '../../../helpers/run/seeded-random.ts';
import type { Photograph, SurfaceName } from '../drawing/backdrops.ts';
import type { View } from '../drawing/camera.ts';
import type { Material, Shape } from '../drawing/shapes.ts';
import { color, mix, noise, type Vec } from '../drawing/vector.ts';

export interface Posed {
  readonly shapes: readonly Shape[];
  readonly view: View;
  readonly photographs: readonly Photograph[];
  readonly blur?: number;
  readonly on?: SurfaceName;
  readonly wall?: SurfaceName;
  readonly format?: 'wide' | 'high' | 'square';
}

/** Draws a subject of random shape, color and size. */
export type Subject = (random: SeededRandom) => Posed;

export const within = (random: SeededRandom, min: number, max: number): number => min + random.next() * (max - min);

/** A color with noise, like a used surface. */
export function uneven(base: string, size: number, amount = 0.25): (u: number, v: number, at: Vec) => Vec {
  const own = color(base);
  return (_u, _v, [x, y, z]) => {
    const tone =
      1 + amount * (noise(x * size, y * size, z * size) * 0.6 + noise(x * size * 5, y * size * 5, z * size * 5) * 0.4);
    return [own[0] * tone, own[1] * tone, own[2] * tone];
  };
}

export function wooden(base: string, along: 0 | 1 | 2): Material {
  const [light, dark] = [color(base), mix(color(base), [0.02, 0.01, 0], 0.55)];
  return {
    gloss: 0.2,
    colour: (_u, _v, at) => {
      const p = at.map((value, i) => value * (i === along ? 2 : 24)) as unknown as Vec;
      return mix(
        light,
        dark,
        Math.min(1, Math.max(0, 0.35 + 0.4 * noise(p[0], p[1], p[2]) + 0.2 * noise(p[0] * 4, p[1] * 4, p[2] * 4))),
      );
    },
  };
}

export const steel: Material = { colour: color('#c9ccd1'), gloss: 0.85, metal: true };
export const chrome: Material = { colour: color('#e8eaee'), gloss: 1, metal: true };
export const gold: Material = { colour: color('#e2b04a'), gloss: 0.9, metal: true };
export const rubber: Material = { colour: uneven('#1b1b1c', 20, 0.3), gloss: 0.08 };
export const blackPlastic: Material = { colour: color('#16171a'), gloss: 0.45 };

/** View of a subject that lies on a surface, drawn as a wall behind it. */
export const lying = { yaw: 0, pitch: 4 };
