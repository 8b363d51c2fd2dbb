/** Faces whose eyes are shut: covered by skin of the cheek's colour, with the fold where both lids meet. */
import { type Face, findFaces } from '../../../engine/vision/face/find-faces.ts';
import { faceParts } from '../../../engine/vision/face/mesh.ts';
import { mirrorOf } from '../../../engine/vision/face/topology.ts';
import type { Photo } from '../../../engine/vision/photo/decode.ts';
import { at, drawnOn, points, sizeOf } from './draw-accessories.ts';

/** Where both lids of the eye at the left meet. */
export const leftFold = [33, 7, 163, 144, 145, 153, 154, 155, 133];

/** Both eyes of the largest face. */
export async function withBareLids(photo: Photo): Promise<Photo> {
  const [face] = await findFaces(photo, 1);
  if (!face) throw new Error('there is no face');
  const right = leftFold.map((index) => mirrorOf[index]!);
  return drawnOn(
    photo,
    lid(photo, face, faceParts.leftLids, leftFold) + lid(photo, face, faceParts.rightLids, right),
    1,
  );
}

/** What lies over one eye, as SVG. */
export function lid(photo: Photo, face: Face, lids: readonly number[], fold: readonly number[]): string {
  const cheek = at(face, 50);
  const pixel = (Math.round(cheek.y) * photo.width + Math.round(cheek.x)) * 3;
  const skin = `rgb(${photo.rgb.subarray(pixel, pixel + 3).join()})`;
  return `<polygon points="${points(face, lids)}" fill="${skin}"/><polyline points="${points(face, fold)}" fill="none"
    stroke="#6b3a2a" stroke-width="${sizeOf(face) * 0.008}"/>`;
}
