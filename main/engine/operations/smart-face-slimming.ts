/** smart-face-slimming: slims one to three faces. */
import { smartFaceSlimming as spec } from '../../../preload/contract/operations/effects.ts';
import type { FaceRule } from '../../../preload/contract/operations/spec.ts';
import { breatheUntil } from '../breathe.ts';
import { EngineError } from '../errors.ts';
import type { Face } from '../vision/face/human.ts';
import { encodeLike, encodeUnchanged } from '../vision/photo/encode.ts';
import { lookAtPeople } from '../vision/skin/skin-regions.ts';
import { reshape } from '../vision/warp/reshape.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { isLargeEnough, photoWithFaces, tooSmall } from './faces.ts';

const { faces: rule } = spec;
/** Slimming per unit of `slim_degree`; 1 is as far as face-beauty-pro's `thinface` goes. */
const slimPerDegree = 0.65;

/**
 * The photograph at its own size, in the upload's format. Section "smart-face-slimming": `slim_degree` 0 (nothing happens) to 2.
 * @throws EngineError ERROR_NO_FACE_IN_FILE, ERROR_FACE_COUNT_INVALID for more faces than the operation table says,
 *   ERROR_SMALL_FACE_SIZE when one of them is not as large
 */
export async function smartFaceSlimming({ params, images, signal }: EngineCall): Promise<EngineOutput> {
  const upload = images.image!;
  const { photo, faces } = await photoWithFaces(upload, signal, rule.maxCount + 1);
  checkFaces(faces, rule);
  const slim = slimPerDegree * Number(params.slim_degree ?? 1);
  if (slim === 0) return { kind: 'image', file: await encodeUnchanged(upload, photo) };
  const breathe = breatheUntil(signal);
  const segmentations = await lookAtPeople(photo, faces, breathe);
  for (const face of faces) {
    await breathe();
    await reshape(photo, face, segmentations, { slim, shrink: 0, eyes: 0 });
  }
  return { kind: 'image', file: await encodeLike(upload, photo) };
}

/** @throws EngineError when they are not as many, or not each as large, as `rule` says */
export function checkFaces(faces: readonly Pick<Face, 'box'>[], rule: FaceRule): void {
  const { minCount = 1, maxCount = faces.length } = rule;
  if (faces.length > maxCount) {
    throw new EngineError(
      'ERROR_FACE_COUNT_INVALID',
      `There are too many faces in this picture. Choose one that shows ${minCount} to ${maxCount}.`,
    );
  }
  if (!faces.every((face) => isLargeEnough(face, rule))) throw tooSmall('A face in this picture', rule);
}
