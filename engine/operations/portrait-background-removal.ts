/** All people with hair and held objects, without background. */
import { EngineError } from '../engine-error.ts';
import type { Plane } from '../pixels/plane.ts';
import { peopleMatte } from '../vision/matting/people-matte.ts';
import { hairEdge, refineMatte } from '../vision/matting/refinement/refine-matte.ts';
import type { Photo } from '../vision/photo/decode.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { cutOut } from './cutout-output.ts';

/** @throws EngineError `ERROR_NO_RECOGNITION_TARGET_DETECTED` without a person */
export function portraitBackgroundRemoval(call: EngineCall): Promise<EngineOutput> {
  return cutOut(call, findPeople);
}

async function findPeople(photo: Photo, signal: AbortSignal): Promise<Plane> {
  const coarse = await peopleMatte(photo, signal);
  if (!coarse) {
    throw new EngineError(
      'ERROR_NO_RECOGNITION_TARGET_DETECTED',
      'No person was found in this picture. Choose one that shows a person, or use “Universal cutout”.',
    );
  }
  return refineMatte(photo, coarse, hairEdge, signal);
}
