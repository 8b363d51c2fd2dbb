/** The subject of a photograph without background. */
import { EngineError } from '../engine-error.ts';
import type { Plane } from '../pixels/plane.ts';
import { refineMatte } from '../vision/matting/refinement/refine-matte.ts';
import { findSubject } from '../vision/matting/subject.ts';
import type { Photo } from '../vision/photo/decode.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { cutOut } from './cutout-output.ts';

/** @throws EngineError `ERROR_NO_RECOGNITION_TARGET_DETECTED` if nothing is salient */
export function universalBackgroundRemoval(call: EngineCall): Promise<EngineOutput> {
  return cutOut(call, cutSubject);
}

async function cutSubject(photo: Photo, signal: AbortSignal): Promise<Plane> {
  const subject = await findSubject(photo, signal);
  if (!subject) {
    throw new EngineError(
      'ERROR_NO_RECOGNITION_TARGET_DETECTED',
      'Nothing in this picture stands out from its background. Choose one that shows something clearly.',
    );
  }
  return refineMatte(photo, subject.matte, subject.edge, signal);
}
