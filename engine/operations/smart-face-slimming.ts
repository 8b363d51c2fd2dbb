/** Slims one to three large faces. */
import { smartFaceSlimming as spec } from '../../contract/operations/effects.ts';
import type { FaceRule } from '../../contract/operations/operation-spec.ts';
import { reshape } from '../effects/warp/reshape.ts';
import { EngineError } from '../engine-error.ts';
import type { Face } from '../vision/face/find-faces.ts';
import { encodeLike, encodeUnchanged } from '../vision/photo/encode.ts';
import { segmentPeople } from '../vision/skin/segment-people.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import { type EngineCall, type EngineOutput, numberOf } from './call.ts';
import { largeFaces, photoWithFaces } from './faces.ts';

const { faces: rule } = spec;
/** face-beauty-pro's `thinface`, 0..1, per unit of `slim_degree`. */
const slimPerDegree = 0.65;

/**
 * Keeps size and format. `slim_degree` is 0 (no change) to 2; small faces stay unchanged.
 * @throws EngineError `ERROR_FACE_COUNT_INVALID`, `ERROR_SMALL_FACE_SIZE` by the operation table
 */
export async function smartFaceSlimming({ params, images, signal }: EngineCall): Promise<EngineOutput> {
  const upload = images.image!;
  const { photo, faces: found } = await photoWithFaces(upload, signal);
  const faces = facesUnder(rule, found);
  const slim = slimPerDegree * numberOf(params, 'slim_degree');
  if (slim === 0) return { kind: 'image', file: await encodeUnchanged(upload, photo) };
  const yieldToEventLoop = createYielder(signal);
  const segmentations = await segmentPeople(photo, faces, yieldToEventLoop);
  for (const face of faces) {
    await yieldToEventLoop();
    reshape(photo, face, segmentations, { slim, shrink: 0, eyes: 0 });
  }
  return { kind: 'image', file: await encodeLike(upload, photo) };
}

/** @throws EngineError if there are too many large faces or none */
export function facesUnder<T extends Pick<Face, 'box'>>(rule: FaceRule, faces: readonly T[]): T[] {
  const large = largeFaces(faces, rule);
  const { minCount = 1, maxCount = large.length } = rule;
  if (large.length > maxCount) {
    throw new EngineError(
      'ERROR_FACE_COUNT_INVALID',
      `There are too many faces in this picture. Choose one that shows ${minCount} to ${maxCount}.`,
    );
  }
  return large;
}
