/** Rejects false faces, such as two windows above a door, with models that look for the person around a face. */
import { bodyIn } from '../body.ts';
import { fromPhoto, type Pixels } from '../photo/frame.ts';
import { segment } from '../segmentation.ts';
import { faceFrame, type MeshedFace } from './mesh-model.ts';

/** Faces below this score are doubtful. */
export const minSureScore = 0.5;

/*
 * Measured on drawn houses that the detector takes for faces (39), photographs without people (54, at 3 widths), and 359 readings
 * of people's faces: portraits and groups at up to 7 widths, also darkened, blurred, turned, cut and half covered. Detector and mesh
 * give houses up to 0.88; 45 % of people's faces are below 0.9.
 */
/** Faces from this score on are not checked. */
const certainScore = 0.9;
/** Share of the face that is on a head: at least 0.49 for people unless they are far out of focus, at most 0.06 for houses. */
const [clearHeadShare, minHeadShare] = [0.4, 0.2];
/** The body's nose and its distance from the mesh's: 0.37 and 0.12 for people out of focus; 0.08 at best for houses. */
const [minNoseScore, maxNoseDistance] = [0.25, 0.2];
/** Side of the segmentation's frame, in sizes of the face. */
const headSide = 3;
/** Side of the body model's frame and its distance below the face, in sizes of the face: head and shoulders. */
const [bodySide, bodyBelow] = [3.5, 0.5];
const noseTip = 1;

/** Removes faces without a person. Faces that hardly show a person become doubtful. */
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

/** Whether the body model sees a nose at the nose of the face. Unlike the segmentation, it sees people who are out of focus. */
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
