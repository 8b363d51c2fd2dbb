/** face-beauty-pro: retouches everybody on a photograph by degrees: skin, brows, the face's shape, and a filter over all. */

import { eraseBrows } from '../effects/brows/erase-brows.ts';
import { applyGrade } from '../effects/color/apply-grade.ts';
import { grades } from '../effects/color/grades.ts';
import { retouchSkin } from '../effects/skin/retouch-skin.ts';
import { reshape } from '../effects/warp/reshape.ts';
import { encodeLike, encodeUnchanged } from '../vision/photo/encode.ts';
import { segmentPeople } from '../vision/skin/skin-regions.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import { type EngineCall, type EngineOutput, numberOf } from './call.ts';
import { photoWithFaces } from './faces.ts';

/**
 * The photograph at its own size, in the upload's format. Section "face-beauty-pro": `whitening`, `smoothing`, `thinface`,
 * `shrink_face`, `enlarge_eye`, `remove_eyebrow` from 0 (nothing happens) to 100; `filter_type` 1 to 35, or none.
 * @throws EngineError ERROR_NO_FACE_IN_FILE
 */
export async function faceBeautyPro({ params, images, signal }: EngineCall): Promise<EngineOutput> {
  const upload = images.image!;
  const { photo, faces } = await photoWithFaces(upload, signal);
  const degree = (name: string) => numberOf(params, name) / 100;
  const [whitening, smoothing, brows] = [degree('whitening'), degree('smoothing'), degree('remove_eyebrow')];
  const shape = { slim: degree('thinface'), shrink: degree('shrink_face'), eyes: degree('enlarge_eye') };
  const grade = params.filter_type === undefined ? undefined : grades[Number(params.filter_type)];
  const strengths = [whitening, smoothing, brows, ...Object.values(shape)];
  if (!grade && strengths.every((strength) => strength === 0)) {
    return { kind: 'image', file: await encodeUnchanged(upload, photo) };
  }
  if (strengths.some((strength) => strength > 0)) {
    const yieldToEventLoop = createYielder(signal);
    const segmentations = await segmentPeople(photo, faces, yieldToEventLoop);
    if (whitening > 0 || smoothing > 0) {
      await retouchSkin(photo, faces, { whitening, smoothing: smoothingBy(smoothing) }, signal, segmentations);
    }
    for (const face of faces) await eraseBrows(photo, face, brows, signal, segmentations);
    for (const face of faces) {
      await yieldToEventLoop();
      reshape(photo, face, segmentations, shape);
    }
  }
  if (grade) await applyGrade(photo, grade, signal);
  return { kind: 'image', file: await encodeLike(upload, photo) };
}

/** At full strength nearly all unevenness goes; of the finest detail, which are the pores, most stays. */
function smoothingBy(strength: number) {
  return strength === 0
    ? undefined
    : { tone: 0.9 * strength, pores: 0.5 * strength, colour: 0.5 * strength, texture: 0 };
}
