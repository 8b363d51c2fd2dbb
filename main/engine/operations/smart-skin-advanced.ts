// smart-skin-advanced: retouches the skin of everybody on a photograph and leaves all the rest as it is.

import { EngineError } from '../errors.ts';
import { encodeLike } from '../vision/encode.ts';
import { findFaces } from '../vision/human.ts';
import { decodePhoto } from '../vision/photo.ts';
import { retouchSkin, type SkinRetouch } from '../vision/skin/retouch.ts';
import type { EngineCall, EngineOutput } from './call.ts';

/** More faces than this make a crowd, in which nobody's skin is seen. */
const MAX_FACES = 20;

/**
 * The photograph at its own size with its skin retouched, in the upload's format (WEBP becomes PNG).
 * Parameters: the switches of section "smart-skin-advanced"; `smart_skin` means all of them, each with restraint.
 * @throws EngineError ERROR_NO_FACE_IN_FILE
 */
export async function smartSkinAdvanced({ params, images, signal }: EngineCall): Promise<EngineOutput> {
  const upload = images.image!;
  const photo = await decodePhoto(upload);
  signal.throwIfAborted();
  const faces = await findFaces(photo, MAX_FACES);
  if (faces.length === 0) {
    throw new EngineError('ERROR_NO_FACE_IN_FILE', 'No face was found in this picture. Choose one that shows a face.');
  }
  await retouchSkin(
    photo,
    faces,
    retouchFor((name) => params[name] === true),
    signal,
  );
  return { kind: 'images', files: [await encodeLike(upload, photo)] };
}

function retouchFor(isOn: (name: string) => boolean): SkinRetouch {
  if (isOn('smart_skin')) {
    return { smoothing: { tone: 0.7, colour: 0.6, texture: 0.15 }, toning: { lift: 3, even: 0.12 } };
  }
  return {
    ...(isOn('skin_smoothing') && { smoothing: { tone: 0.85, colour: 0.6, texture: 0.2 } }),
    ...(isOn('skin_brightening') && { toning: { lift: 5, even: 0.25 } }),
  };
}
