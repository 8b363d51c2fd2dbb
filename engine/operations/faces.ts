/** The faces of an upload, for the operations that need one. */
import { describeFaceSide } from '../../contract/operations/describe-operation.ts';
import type { FaceRule } from '../../contract/operations/operation-spec.ts';
import { EngineError } from '../engine-error.ts';
import { crowdSize, type Face, findFaces, type Thoroughness } from '../vision/face/find-faces.ts';
import { decodePhoto, type Photo } from '../vision/photo/decode.ts';

/**
 * Decodes an upload and finds its faces, in the order of `findFaces`.
 * @param maxFaces faces at most
 * @throws EngineError for a broken file, ERROR_NO_FACE_IN_FILE; the signal's reason when it fires
 */
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

/** True when both sides of a face are as large as the operation table asks. */
export function isLargeEnough({ box }: Pick<Face, 'box'>, { side }: FaceRule): boolean {
  const shorter = Math.min(box.width, box.height);
  if (!side) return true;
  return side.bound === 'larger than' ? shorter > side.px : shorter >= side.px;
}

/**
 * The faces that are. Others are people in the background, or no faces at all (a screen, an ornament).
 * @throws EngineError ERROR_SMALL_FACE_SIZE when none is
 */
export function largeFaces<T extends Pick<Face, 'box'>>(faces: readonly T[], rule: FaceRule): T[] {
  const large = faces.filter((face) => isLargeEnough(face, rule));
  if (large.length === 0) throw tooSmall('Every face in this picture', rule);
  return large;
}

/** The refusal of faces that are not: `subject` as a sentence would begin. */
function tooSmall(subject: string, { side }: FaceRule): EngineError {
  const needed = side ? ` Choose a picture where it is ${describeFaceSide(side)}.` : '';
  return new EngineError('ERROR_SMALL_FACE_SIZE', `${subject} is too small.${needed}`);
}

/** @param pictureName as a user calls the picture */
export function noFaceError(pictureName = 'this picture'): EngineError {
  return new EngineError('ERROR_NO_FACE_IN_FILE', `No face was found in ${pictureName}. Choose one that shows a face.`);
}
