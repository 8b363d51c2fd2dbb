/** ai-red-lip-gloss: red, glossy lips on all faces. */
import { setImmediate } from 'node:timers/promises';
import { paintLips } from '../effects/lips/paint-lips.ts';
import { EngineError } from '../engine-error.ts';
import { encodeLike } from '../vision/photo/encode.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { photoWithFaces } from './faces.ts';

/** The mesh does not locate the lips of a face turned further, in degrees. */
const maxYaw = 50;

/**
 * Returns the photograph in its size and format. Section “ai-red-lip-gloss”. Lips in profile stay unchanged.
 * @throws EngineError ERROR_NO_FACE_IN_FILE; ERROR_FACE_NOT_FACING_FORWARD if all faces are in profile
 */
export async function aiRedLipGloss({ images, signal }: EngineCall): Promise<EngineOutput> {
  const upload = images.image!;
  const { photo, faces } = await photoWithFaces(upload, signal);
  const frontal = faces.filter(({ pose }) => Math.abs(pose.yaw) < maxYaw);
  if (frontal.length === 0) {
    throw new EngineError(
      'ERROR_FACE_NOT_FACING_FORWARD',
      'The face is turned too far to the side to show its lips completely. Choose a picture that shows it from the front.',
    );
  }
  for (const face of frontal) {
    await setImmediate();
    signal.throwIfAborted();
    await paintLips(photo, face);
  }
  return { kind: 'image', file: await encodeLike(upload, photo) };
}
