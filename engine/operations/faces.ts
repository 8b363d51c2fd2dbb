/** Faces of an upload, for operations that need one. */
import { describeFaceSide } from '../../contract/operations/describe-operation.ts';
import type { FaceRule } from '../../contract/operations/operation-spec.ts';
import { EngineError } from '../engine-error.ts';
import { crowdSize, type Face, findFaces, type Thoroughness } from '../vision/face/find-faces.ts';
import { decodePhoto, type Photo } from '../vision/photo/decode.ts';

/** @throws EngineError for a damaged file, `ERROR_NO_FACE_IN_FILE` without a face */
export async function photoWithFaces(
  upload: Uint8Array,
  signal: AbortSignal,
  maxFaces: number = crowdSize,
  thoroughness?: Thoroughness,
): Promise<{ photo: Photo; faces: [Face, ...Face[]] }> {
  const photo = await decodePhoto(upload);
  signal.throwIfAborted();
  const [first, ...others] = await findFaces(photo, maxFaces, thoroughness);
  signal.throwIfAborted();
  if (!first) throw noFaceError();
  return { photo, faces: [first, ...others] };
}

/** Whether both sides have the size of the operation table. */
export function isLargeEnough({ box }: Pick<Face, 'box'>, { side }: FaceRule): boolean {
  const shorter = Math.min(box.width, box.height);
  if (!side) return true;
  return side.bound === 'larger than' ? shorter > side.px : shorter >= side.px;
}

/**
 * Leaves out bystanders and false detections.
 * @throws EngineError `ERROR_SMALL_FACE_SIZE` if none is large enough
 */
export function largeFaces<T extends Pick<Face, 'box'>>(faces: readonly T[], rule: FaceRule): T[] {
  const large = faces.filter((face) => isLargeEnough(face, rule));
  if (large.length > 0) return large;
  const advice = rule.side ? ` Choose a picture where it is ${describeFaceSide(rule.side)}.` : '';
  throw new EngineError('ERROR_SMALL_FACE_SIZE', `Every face in this picture is too small.${advice}`);
}

export function noFaceError(pictureName = 'this picture'): EngineError {
  return new EngineError('ERROR_NO_FACE_IN_FILE', `No face was found in ${pictureName}. Choose one that shows a face.`);
}
