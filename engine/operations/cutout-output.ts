import { cutoutForm } from '../../contract/operations/cutout.ts';
import { EngineError } from '../engine-error.ts';
import type { Plane } from '../pixels/plane.ts';
import { encodeCutout } from '../vision/matting/cutout.ts';
import { networkUseOf } from '../vision/matting/networks/best-network.ts';
import { decodePhoto, type Photo } from '../vision/photo/decode.ts';
import type { EngineCall, EngineOutput } from './call.ts';

/** The maximum of a matte below this makes it empty. */
const minAlpha = 0.5;

/**
 * Decodes the upload, finds its matte, and encodes the cutout as `return_form` requests.
 * @throws EngineError for an empty matte; errors of `findMatte`
 */
export async function cutOut(
  { images, params, signal }: EngineCall,
  findMatte: (photo: Photo, signal: AbortSignal) => Promise<Plane>,
): Promise<EngineOutput> {
  const photo = await decodePhoto(images.image!);
  signal.throwIfAborted();
  const matte = await findMatte(photo, signal);
  signal.throwIfAborted();
  if (!matte.data.some((value) => value > minAlpha)) throw noTarget();
  const form = cutoutForm(params.return_form);
  const file = { bytes: await encodeCutout(photo, matte, form, signal), mime: 'image/png' } as const;
  const network = networkUseOf(photo);
  return { kind: 'image', file, ...(network ? { network } : {}) };
}

function noTarget(): EngineError {
  return new EngineError(
    'ERROR_NO_RECOGNITION_TARGET_DETECTED',
    'Nothing in this picture could be separated from its background. Choose one that shows something clearly.',
  );
}
