// smart-face-slimming: slims one to three faces.

import { breatheUntil } from '../breathe.ts';
import { EngineError } from '../errors.ts';
import type { Face } from '../vision/face/human.ts';
import { encodeLike, encodeUnchanged } from '../vision/photo/encode.ts';
import { lookAtPeople } from '../vision/skin/skin-regions.ts';
import { reshape } from '../vision/warp/reshape.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { photoWithFaces } from './faces.ts';

/** Section "Limits": "1 to 3 faces over 64x64 px". */
const MOST_FACES = 3;
const SMALLEST_SIDE = 64;
/** Slimming per unit of `slim_degree`; 1 is as far as face-beauty-pro's `thinface` goes. */
const SLIM = 0.65;

/**
 * The photograph at its own size, in the upload's format. Section "smart-face-slimming": `slim_degree` 0 (nothing happens) to 2.
 * Faces of 64 px and less, people in the background for instance, neither count nor change.
 * @throws EngineError ERROR_NO_FACE_IN_FILE, ERROR_SMALL_FACE_SIZE when no face is larger, ERROR_FACE_COUNT_INVALID for more than three
 */
export async function smartFaceSlimming({ params, images, signal }: EngineCall): Promise<EngineOutput> {
  const upload = images.image!;
  const { photo, faces: found } = await photoWithFaces(upload, signal, MOST_FACES + 1);
  const faces = facesToSlim(found);
  const slim = SLIM * Number(params.slim_degree ?? 1);
  if (slim === 0) return { kind: 'image', file: await encodeUnchanged(upload, photo) };
  const breathe = breatheUntil(signal);
  const segmentations = await lookAtPeople(photo, faces, breathe);
  for (const face of faces) {
    await breathe();
    await reshape(photo, face, segmentations, { slim, shrink: 0, eyes: 0 });
  }
  return { kind: 'image', file: await encodeLike(upload, photo) };
}

function facesToSlim(found: readonly Face[]): Face[] {
  const faces = found.filter(({ box }) => box.width > SMALLEST_SIDE && box.height > SMALLEST_SIDE);
  if (faces.length === 0) {
    throw new EngineError(
      'ERROR_SMALL_FACE_SIZE',
      'The faces in this picture are too small: a face must be larger than 64 x 64 pixels.',
    );
  }
  if (faces.length > MOST_FACES) {
    throw new EngineError(
      'ERROR_FACE_COUNT_INVALID',
      'There are too many faces in this picture. Slimming takes one to three.',
    );
  }
  return faces;
}
