/** Enlarges eyes by a radial zoom, uniform over the iris, which so stays round. Constants change only the look. */
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Face, Point } from '../../vision/face/find-faces.ts';
import { faceParts } from '../../vision/face/mesh.ts';
import type { Displacement } from './displacement-field.ts';

/** At strength 1. */
const maxEnlargement = 0.24;
/** Radii in widths of the eye: full zoom, and none. */
const fullRadius = 0.45;
const maxRadius = 1.15;

type Eye = { x: number; y: number; width: number };

/** @param strength 0..1 */
export function enlargeEyes({ mesh }: Pick<Face, 'mesh'>, strength: number): Displacement {
  const eyes = [eyeOf(faceParts.leftEye.map((i) => mesh[i]!)), eyeOf(faceParts.rightEye.map((i) => mesh[i]!))];
  const zoom = 1 - 1 / (1 + strength * maxEnlargement);
  return (x, y, out) => {
    out.fill(0);
    for (const eye of eyes) {
      const share = zoom * smoothstep(Math.hypot(x - eye.x, y - eye.y) / eye.width, maxRadius, fullRadius);
      out[0]! -= share * (x - eye.x);
      out[1]! -= share * (y - eye.y);
    }
  };
}

/** With depth, so that an eye seen from the side is not small. */
function eyeOf(outline: readonly Point[]): Eye {
  const [outer, inner] = [outline[0]!, outline[outline.length / 2]!];
  const mean = (select: (point: Point) => number) =>
    outline.reduce((sum, point) => sum + select(point), 0) / outline.length;
  return {
    x: mean(({ x }) => x),
    y: mean(({ y }) => y),
    width: Math.hypot(inner.x - outer.x, inner.y - outer.y, inner.z - outer.z),
  };
}
