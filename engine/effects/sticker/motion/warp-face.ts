/**
 * Warps a face with two thin-plate splines (Bookstein 1989), for motion above and below seams, and pastes the lower one
 * into the seams. Fewer cells are faster and coarser.
 */
import { createPlane, type Plane, type Rect, rectAround } from '../../../pixels/plane.ts';
import { fillPolygon } from '../../../pixels/polygon.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { faceParts } from '../../../vision/face/mesh.ts';
import type { Photo } from '../../../vision/photo/decode.ts';
import { composeDisplacements, type Displacement, type Field, fieldOf } from '../../warp/displacement-field.ts';
import { fromOutside } from '../../warp/face-shape.ts';
import { warpInto } from '../../warp/resample.ts';
import { type Pull, thinPlateSpline } from '../../warp/thin-plate.ts';
import type { FacePlan, Place, PointOffsets } from './face-plan.ts';
import type { Motion } from './motion.ts';

/** In face sizes beyond the outline. */
const reach = 0.2;
/** Per face size: finer than lids bend. */
const cells = 110;

/** A turn of the picture: `now` maps a place to its new position, `before` back. */
export type Turn = { before: (place: Place) => Place; now: (place: Place) => Place };

export function warpFace(photo: Photo, plan: FacePlan, motion: Motion, turn: Turn): Photo {
  const fullRect = { x: 0, y: 0, width: photo.width, height: photo.height };
  const step = Math.max(1, plan.size / cells);
  const result = warpPhoto(photo, fieldOf(fullRect, step, composeTurn(displacementOf(plan, motion.upper), turn)));
  const lower = composeTurn(displacementOf(plan, motion.lower), turn);
  for (const seam of motion.seams) {
    const outline = seam.outline.map(turn.now);
    const rect = rectAround(outline, 2, photo);
    const mask = createPlane(rect.width, rect.height);
    fillPolygon(
      mask,
      outline.map(({ x, y }) => ({ x: x - rect.x, y: y - rect.y })),
    );
    pasteMasked(warpPhoto(photo, fieldOf(rect, step, lower)), result, mask, rect);
  }
  return result;
}

function composeTurn(displacement: Displacement, { before }: Turn): Displacement {
  return composeDisplacements(displacement, (x, y, out) => {
    const from = before({ x, y });
    out[0] = from.x - x;
    out[1] = from.y - y;
  });
}

/** Empty outside the field. */
function warpPhoto(photo: Photo, field: Field): Photo {
  const { width, height, rgb, alpha } = photo;
  const result = { width, height, rgb: new Uint8Array(rgb.length), alpha: alpha && new Uint8Array(alpha.length) };
  warpInto(photo, result, field);
  return result;
}

function displacementOf({ mesh, size }: FacePlan, moves: PointOffsets): Displacement {
  const origin = mesh[4]!;
  const outline = faceParts.oval.map((index) => {
    const move = moves.get(index) ?? { x: 0, y: 0 };
    return { x: (mesh[index]!.x + move.x - origin.x) / size, y: (mesh[index]!.y + move.y - origin.y) / size };
  });
  const pulls: Pull[] = [...moves].map(([index, move]) => ({
    x: (mesh[index]!.x + move.x - origin.x) / size,
    y: (mesh[index]!.y + move.y - origin.y) / size,
    dx: -move.x / size,
    dy: -move.y / size,
  }));
  for (const { x, y } of outline) {
    const stretch = 1 + reach / Math.hypot(x, y);
    pulls.push({ x: x * stretch, y: y * stretch, dx: 0, dy: 0 });
  }
  const far = Math.max(...outline.map(({ x, y }) => Math.hypot(x, y) + reach)) ** 2;
  const spline = thinPlateSpline(pulls);
  return (x, y, out) => {
    const [u, v] = [(x - origin.x) / size, (y - origin.y) / size];
    out.fill(0);
    if (u * u + v * v > far) return;
    const window = smoothstep(fromOutside(outline, u, v).distance, reach, reach * 0.3);
    if (window === 0) return;
    spline(u, v, out);
    out[0]! *= window * size;
    out[1]! *= window * size;
  };
}

/** @param mask of the size of `rect` */
function pasteMasked(from: Photo, target: Photo, mask: Plane, rect: Rect): void {
  for (let y = 0, i = 0; y < rect.height; y++) {
    for (let x = 0, to = ((rect.y + y) * target.width + rect.x) * 3; x < rect.width; x++, i++, to += 3) {
      const share = mask.data[i]!;
      if (share === 0) continue;
      for (let c = to; c < to + 3; c++)
        target.rgb[c] = Math.round(target.rgb[c]! + share * (from.rgb[c]! - target.rgb[c]!));
    }
  }
}
