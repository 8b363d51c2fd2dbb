// commodity-background-removal: a product, without the background and its own shadow.

import { objectMatte } from '../vision/matting/object-matte.ts';
import type { Photo } from '../vision/photo.ts';
import type { Plane } from '../vision/plane.ts';
import { refineMatte } from '../vision/refine.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { cutOut } from './cutout-output.ts';

/** Parameters: `return_form` (absent, mask, whiteBK, crop). */
export function commodityBackgroundRemoval(call: EngineCall): Promise<EngineOutput> {
  return cutOut(call, findProduct);
}

async function findProduct(photo: Photo, signal: AbortSignal): Promise<Plane> {
  const coarse = await objectMatte(photo);
  signal.throwIfAborted();
  return refineMatte(photo, coarse, { reach: 2 }, signal);
}
