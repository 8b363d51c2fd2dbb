/** A product without background and shadow. */
import { EngineError } from '../engine-error.ts';
import type { Plane } from '../pixels/plane.ts';
import { refineMatte, solidEdge } from '../vision/matting/refinement/refine-matte.ts';
import { productMatte } from '../vision/matting/subject.ts';
import type { Photo } from '../vision/photo/decode.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { cutOut } from './cutout-output.ts';

/** @throws EngineError `ERROR_NO_RECOGNITION_TARGET_DETECTED` if nothing is salient */
export function commodityBackgroundRemoval(call: EngineCall): Promise<EngineOutput> {
  return cutOut(call, findProduct);
}

async function findProduct(photo: Photo, signal: AbortSignal): Promise<Plane> {
  const coarse = await productMatte(photo, signal);
  if (!coarse) {
    throw new EngineError(
      'ERROR_NO_RECOGNITION_TARGET_DETECTED',
      'Nothing in this picture stands out from its background. Choose one that shows a product clearly.',
    );
  }
  return refineMatte(photo, coarse, solidEdge, signal);
}
