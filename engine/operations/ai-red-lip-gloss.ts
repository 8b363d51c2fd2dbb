/** ai-red-lip-gloss: red, glossy lips for everybody on a photograph. */
import { setImmediate } from 'node:timers/promises';
import { paintLips } from '../effects/lips/paint-lips.ts';
import { EngineError } from '../engine-error.ts';
import { encodeLike } from '../vision/photo/encode.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { photoWithFaces } from './faces.ts';

/** Of a face turned further aside (yaw in degrees) the mesh no longer tells where the lips are. */
const profile = 50;

/**
 * The photograph at its own size, in the upload's format. Section "ai-red-lip-gloss", which has no parameters; all faces are
 * painted, as it names none. Of faces in profile the lips stay as they are.
 * @throws EngineError ERROR_NO_FACE_IN_FILE; ERROR_FACE_NOT_FACING_FORWARD where all faces are in profile
 */
export async function aiRedLipGloss({ images, signal }: EngineCall): Promise<EngineOutput> {
  const upload = images.image!;
  const { photo, faces } = await photoWithFaces(upload, signal);
  const seen = faces.filter(({ pose }) => Math.abs(pose.yaw) < profile);
  if (seen.length === 0) {
    throw new EngineError(
      'ERROR_FACE_NOT_FACING_FORWARD',
      'The face is turned too far to the side to show its lips completely. Choose a picture that shows it from the front.',
    );
  }
  for (const face of seen) {
    await setImmediate();
    signal.throwIfAborted();
    await paintLips(photo, face);
  }
  return { kind: 'image', file: await encodeLike(upload, photo) };
}
