// universal-background-removal: whatever a photograph is about, without the background.

import { objectMatte } from '../vision/matting/object-matte.ts';
import type { Photo } from '../vision/photo.ts';
import type { Plane } from '../vision/plane.ts';
import { refineMatte } from '../vision/refine.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { cutOut } from './cutout-output.ts';

/** Parameters: `return_form` (absent, mask, whiteBK, crop). */
export function universalBackgroundRemoval(call: EngineCall): Promise<EngineOutput> {
  return cutOut(call, findSubject);
}

async function findSubject(photo: Photo, signal: AbortSignal): Promise<Plane> {
  const coarse = await objectMatte(photo);
  signal.throwIfAborted();
  return refineMatte(photo, coarse, { reach: 2 }, signal);
}
