/** Skin and shape of the largest face, or of all, by one strength. */
import { retouchOne, retouchSkin, type SkinRetouch } from '../effects/skin/retouch-skin.ts';
import { reshape } from '../effects/warp/reshape.ts';
import { encodeLike, encodeUnchanged } from '../vision/photo/encode.ts';
import { segmentPeople, segmentPerson } from '../vision/skin/segment-people.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import { type EngineCall, type EngineOutput, numberOf } from './call.ts';
import { photoWithFaces } from './faces.ts';

/** The interface recommends fewer than 18. */
const maxFaces = 30;

/** At level 1; keeps moles, freckles and most lines. */
const skin: SkinRetouch = {
  spots: { redder: 3.5, darker: 5, darkest: 16, sizes: [0.008, 0.012, 0.017, 0.024] },
  lines: { depth: 0.4, ridges: 0.15 },
  underEyes: 0.5,
  shine: 0.3,
  smoothing: { tone: 0.75, pores: 0.4, color: 0.4, texture: 0 },
  whitening: 0.35,
};
/** At level 1: face-beauty-pro's `thinface`, `shrink_face` and `enlarge_eye`, 0..1. */
export const shapeAtFullBeauty = { slim: 0.35, shrink: 0.15, eyes: 0.4 };

/** Keeps size and format (BMP becomes PNG). `beauty_level` is 0 (no change) to 1. */
export async function smartBeauty({ params, images, signal }: EngineCall): Promise<EngineOutput> {
  const upload = images.image_target!;
  const { photo, faces } = await photoWithFaces(upload, signal, maxFaces);
  const [first, ...others] = faces;
  const level = numberOf(params, 'beauty_level');
  if (level === 0) return { kind: 'image', file: await encodeUnchanged(upload, photo) };
  const isMultiFace = params.multi_face === true;
  const chosen = isMultiFace ? faces : [first];
  const yieldToEventLoop = createYielder(signal);
  const segmentations = isMultiFace
    ? await segmentPeople(photo, chosen, yieldToEventLoop)
    : await segmentPerson(photo, first);
  const original = new Uint8Array(photo.rgb);
  if (isMultiFace) await retouchSkin(photo, chosen, skin, signal, segmentations);
  else await retouchOne(photo, first, others, skin, signal, segmentations);
  // Spots are healed entirely, so a lower level blends with the original.
  blend(original, photo.rgb, level);
  const shape = {
    slim: shapeAtFullBeauty.slim * level,
    shrink: shapeAtFullBeauty.shrink * level,
    eyes: shapeAtFullBeauty.eyes * level,
  };
  for (const face of chosen) {
    await yieldToEventLoop();
    reshape(photo, face, segmentations, shape);
  }
  return { kind: 'image', file: await encodeLike(upload, photo) };
}

/** Blends in place. @param opacity of the result */
function blend(original: Uint8Array, result: Uint8Array, opacity: number): void {
  for (let i = 0; i < result.length; i++) result[i] = Math.round(original[i]! + opacity * (result[i]! - original[i]!));
}
