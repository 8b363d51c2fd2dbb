/** Closes eyes by drawing skin of the cheek's color over them, with the fold between both lids. */
import { type Face, findFaces } from '../../../engine/vision/face/find-faces.ts';
import { faceParts } from '../../../engine/vision/face/mesh.ts';
import { mirrorOf } from '../../../engine/vision/face/topology.ts';
import type { Photo } from '../../../engine/vision/photo/decode.ts';
import { at, drawnOn, points, sizeOf } from './draw-accessories.ts';

/** Mesh points of the line between both lids of the left eye. */
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

/** Returns the SVG of one closed eye. */
export function lid(photo: Photo, face: Face, lids: readonly number[], fold: readonly number[]): string {
  const cheek = at(face, 50);
  const pixel = (Math.round(cheek.y) * photo.width + Math.round(cheek.x)) * 3;
  const skin = `rgb(${photo.rgb.subarray(pixel, pixel + 3).join()})`;
  return `<polygon points="${points(face, lids)}" fill="${skin}"/><polyline points="${points(face, fold)}" fill="none"
    stroke="#6b3a2a" stroke-width="${sizeOf(face) * 0.008}"/>`;
}
