/** Rejects faces that are none, such as two windows above a door, by models that look for the person around a face. */
import { bodyIn } from '../body.ts';
import { segment } from '../segmentation.ts';
import { fromPhoto, type Pixels } from './frame.ts';
import { faceFrame, type MeshedFace } from './mesh-model.ts';

/** Faces below this score are doubtful. */
export const minSureScore = 0.5;

/*
 * Measured on 60 drawn houses, 40 photographs without people, and on 56 portraits and groups at 7 widths, also darkened, blurred,
 * turned, cut and half covered. Neither the detector nor the mesh can tell: houses reach 0.88, one face in three is below.
 */
/** Faces from this score on are believed. */
const certainScore = 0.9;
/** Share of a face on a head: people have 0.43 and more unless they are much out of focus, houses at most 0.06. */
const [clearHeadShare, minHeadShare] = [0.4, 0.2];
/** A body's nose on the nose of a face: people out of focus score 0.3 and more within 0.14 sizes of the face, houses 0.08. */
const [minNoseScore, maxNoseDistance] = [0.25, 0.2];
/** Side of what the segmentation is shown, in sizes of the face. */
const headSide = 3;
/** Side and center of what the model of bodies is shown, in sizes of the face: head and shoulders. */
const [bodySide, bodyBelow] = [3.5, 0.5];
const noseTip = 1;

/** Removes faces that belong to nobody. Those that hardly show a person become doubtful. */
export async function confirmFaces<T extends MeshedFace>(photo: Pixels, faces: readonly T[]): Promise<T[]> {
  const confirmed: T[] = [];
  for (const face of faces) {
    const share = face.score < certainScore ? await headShare(photo, face) : 1;
    if (share >= clearHeadShare) confirmed.push(face);
    else if (share >= minHeadShare || (await hasNose(photo, face))) {
      confirmed.push({ ...face, score: Math.min(face.score, minSureScore * 0.9) });
    }
  }
  return confirmed;
}

/** The share (0..1) of the mesh's points on face skin, hair or things worn on a face. Clothes and other skin do not count. */
async function headShare(photo: Pixels, { mesh }: MeshedFace): Promise<number> {
  const { frame, planes } = await segment(photo, faceFrame(mesh, headSide));
  const { faceSkin, hair, others } = planes;
  const { width, height } = faceSkin;
  let sum = 0;
  for (const point of mesh) {
    const { x, y } = fromPhoto(frame, width, point);
    const i = toIndex(y, height) * width + toIndex(x, width);
    sum += faceSkin.data[i]! + hair.data[i]! + others.data[i]!;
  }
  return sum / mesh.length;
}

/** Whether the model of bodies sees a nose at the nose of the face. It knows people who are out of focus, too. */
async function hasNose(photo: Pixels, { mesh }: MeshedFace): Promise<boolean> {
  const { x, y, side, angle } = faceFrame(mesh, 1);
  const below = bodyBelow * side;
  const center = { x: x - Math.sin(angle) * below, y: y + Math.cos(angle) * below };
  const { nose } = await bodyIn(photo, { ...center, side: side * bodySide, angle });
  const { x: noseX, y: noseY } = mesh[noseTip]!;
  return nose.score >= minNoseScore && Math.hypot(nose.x - noseX, nose.y - noseY) < side * maxNoseDistance;
}

function toIndex(value: number, length: number): number {
  return Math.min(length - 1, Math.max(0, Math.floor(value)));
}
