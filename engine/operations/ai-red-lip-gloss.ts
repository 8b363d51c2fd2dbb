/** Red, glossy lips on all faces. */
import { setImmediate } from 'node:timers/promises';
import { paintLips } from '../effects/lips/paint-lips.ts';
import { EngineError } from '../engine-error.ts';
import { encodeLike } from '../vision/photo/encode.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { photoWithFaces } from './faces.ts';

/** In degrees; beyond it the mesh does not locate the lips. */
const maxYaw = 50;

/**
 * Keeps size and format.
 * @throws EngineError `ERROR_FACE_NOT_FACING_FORWARD` if all faces are in profile
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
