// Where on a face blemishes are looked for.

import type { Face } from '../human.ts';
import { maskOf, outlineOf } from '../mesh.ts';
import type { Plane } from '../plane.ts';
import type { SkinRegion } from './region.ts';

/** The skin of a region with what lies on it, but without the round dark places that belong on a nose. */
export function blemishArea({ place, covered, faceSize }: SkinRegion, face: Face): Plane {
  const where = maskOf([outlineOf(face.mesh, 'nostrils', 1.25)], place, faceSize * 0.02);
  for (let i = 0; i < where.data.length; i++) where.data[i] = covered.data[i]! * (1 - where.data[i]!);
  return where;
}
