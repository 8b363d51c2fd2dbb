/**
 * Rejects false faces, such as two windows above a door: the segmentation must see a head, or MoveNet a nose.
 * Calibrated (docs/engine/faces.md).
 */
import { findBody } from '../body.ts';
import { fromPhoto, type Pixels } from '../photo/frame.ts';
import { segment } from '../segmentation.ts';
import { faceFrame, type MeshedFace } from './mesh-model.ts';

export const minSureScore = 0.5;

/** Unchecked from here on; houses reach 0.88. */
const uncheckedScore = 0.9;
/** Share of mesh points: people in focus at least 0.49, houses at most 0.06. */
const [clearHeadShare, minHeadShare] = [0.4, 0.2];
/** People out of focus: 0.37, 0.12 face sizes. Houses: 0.08. */
const [minNoseScore, maxNoseDistance] = [0.25, 0.2];
const segmentationMargin = 3;
/** In face sizes: head and shoulders. */
const [bodyMargin, bodyOffset] = [3.5, 0.5];
const noseTip = 1;

/** Removes faces without a person; hardly visible ones become doubtful. */
export async function confirmFaces<T extends MeshedFace>(photo: Pixels, faces: readonly T[]): Promise<T[]> {
  const confirmed: T[] = [];
  for (const face of faces) {
    const share = face.score < uncheckedScore ? await headShare(photo, face) : 1;
    if (share >= clearHeadShare) confirmed.push(face);
    else if (share >= minHeadShare || (await hasNose(photo, face))) {
      confirmed.push({ ...face, score: Math.min(face.score, minSureScore * 0.9) });
    }
  }
  return confirmed;
}

/** Mesh points on face skin, hair or glasses, 0..1. */
async function headShare(photo: Pixels, { mesh }: MeshedFace): Promise<number> {
  const { frame, planes } = await segment(photo, faceFrame(mesh, segmentationMargin));
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

/** Also sees people out of focus. */
async function hasNose(photo: Pixels, { mesh }: MeshedFace): Promise<boolean> {
  const { x, y, side, angle } = faceFrame(mesh, 1);
  const offset = bodyOffset * side;
  const center = { x: x - Math.sin(angle) * offset, y: y + Math.cos(angle) * offset };
  const { nose } = await findBody(photo, { ...center, side: side * bodyMargin, angle });
  const { x: noseX, y: noseY } = mesh[noseTip]!;
  return nose.score >= minNoseScore && Math.hypot(nose.x - noseX, nose.y - noseY) < side * maxNoseDistance;
}

function toIndex(value: number, length: number): number {
  return Math.min(length - 1, Math.max(0, Math.floor(value)));
}
