/** Skin, brows and shape of all faces by strength, and a filter over the photograph. */
import { eraseBrows } from '../effects/brows/erase/erase-brows.ts';
import { applyGrade } from '../effects/color/apply-grade.ts';
import { grades } from '../effects/color/grades.ts';
import { retouchSkin } from '../effects/skin/retouch-skin.ts';
import { reshape } from '../effects/warp/reshape.ts';
import { encodeLike, encodeUnchanged } from '../vision/photo/encode.ts';
import { segmentPeople } from '../vision/skin/segment-people.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import { type EngineCall, type EngineOutput, numberOf } from './call.ts';
import { photoWithFaces } from './faces.ts';

/** Keeps size and format. Strengths are 0 (no change) to 100. */
export async function faceBeautyPro({ params, images, signal }: EngineCall): Promise<EngineOutput> {
  const upload = images.image!;
  const { photo, faces } = await photoWithFaces(upload, signal);
  const strengthOf = (name: string) => numberOf(params, name) / 100;
  const [whitening, smoothing, brows] = [
    strengthOf('whitening'),
    strengthOf('smoothing'),
    strengthOf('remove_eyebrow'),
  ];
  const shape = { slim: strengthOf('thinface'), shrink: strengthOf('shrink_face'), eyes: strengthOf('enlarge_eye') };
  const grade = params.filter_type === undefined ? undefined : grades[Number(params.filter_type)];
  const strengths = [whitening, smoothing, brows, ...Object.values(shape)];
  if (!grade && strengths.every((strength) => strength === 0)) {
    return { kind: 'image', file: await encodeUnchanged(upload, photo) };
  }
  if (strengths.some((strength) => strength > 0)) {
    const yieldToEventLoop = createYielder(signal);
    const segmentations = await segmentPeople(photo, faces, yieldToEventLoop);
    if (whitening > 0 || smoothing > 0) {
      await retouchSkin(photo, faces, { whitening, smoothing: smoothingOf(smoothing) }, signal, segmentations);
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

/** Full strength removes nearly all unevenness, but keeps most of the pores. */
function smoothingOf(strength: number) {
  return strength === 0
    ? undefined
    : { tone: 0.9 * strength, pores: 0.5 * strength, color: 0.5 * strength, texture: 0 };
}
