/** Transfers the eyebrows of one face to another. */
import { transplantBrows } from '../effects/brows/transplant/transplant-brows.ts';
import { EngineError } from '../engine-error.ts';
import { type Face, findFaces } from '../vision/face/find-faces.ts';
import { decodePhoto, type Photo } from '../vision/photo/decode.ts';
import { encodeLike } from '../vision/photo/encode.ts';
import { withLongestSide } from '../vision/photo/resize.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { noFaceError } from './faces.ts';

/** Longest side of the result in px. */
const sizes: Record<string, number> = { '1K': 1024, '2K': 2048 };
/** In degrees; beyond it the mesh does not locate brows. */
const maxYaw = 58;

/**
 * Returns `image` with the brows of the largest face of `reference_image`, in the format of `image` (WEBP becomes PNG).
 * `resolution` sets the longest side.
 * @throws EngineError `ERROR_FACE_NOT_FACING_FORWARD`; `ERROR_POOR_FACE_QUALITY` if the reference shows no brows
 */
export async function aiEyebrows({ params, images, signal }: EngineCall): Promise<EngineOutput> {
  const upload = images.image!;
  const decoded = await decodePhoto(upload);
  signal.throwIfAborted();
  const side = sizes[String(params.resolution)];
  const photo = side === undefined ? decoded : await withLongestSide(decoded, side);
  const face = await findFirstFace(photo, 'the photograph');
  signal.throwIfAborted();
  const reference = await decodePhoto(images.reference_image!);
  const model = await findFirstFace(reference, 'the reference photograph');
  signal.throwIfAborted();
  if (!(await transplantBrows(photo, face, reference, model, signal))) {
    throw new EngineError(
      'ERROR_POOR_FACE_QUALITY',
      'The eyebrows in the reference photograph are hidden or hard to distinguish from the skin. Choose one that shows them large and clear.',
    );
  }
  return { kind: 'images', files: [await encodeLike(upload, photo)] };
}

async function findFirstFace(photo: Photo, name: string): Promise<Face> {
  const [face] = await findFaces(photo, 1);
  if (!face) throw noFaceError(name);
  if (Math.abs(face.pose.yaw) > maxYaw) {
    throw new EngineError(
      'ERROR_FACE_NOT_FACING_FORWARD',
      `The face in ${name} is turned too far to the side to show its eyebrows. Choose one that shows it from the front.`,
    );
  }
  return face;
}
