/** What the three background removals have in common: the upload in, the asked form of the cutout out. */
import { cutoutForm } from '../../contract/operations/cutout.ts';
import { EngineError } from '../engine-error.ts';
import type { Plane } from '../pixels/plane.ts';
import { networkUseOf } from '../vision/matting/best-network.ts';
import { encodeCutout } from '../vision/matting/cutout.ts';
import { decodePhoto, type Photo } from '../vision/photo/decode.ts';
import type { EngineCall, EngineOutput } from './call.ts';

/** A matte that stays below this everywhere shows nothing. */
const half = 0.5;

/**
 * Decodes the upload, lets `findMatte` make a matte of its size, and encodes what `return_form` asks for.
 * @throws EngineError for a broken file, for a matte that holds nothing, and whatever `findMatte` throws.
 */
export async function cutOut(
  { images, params, signal }: EngineCall,
  findMatte: (photo: Photo, signal: AbortSignal) => Promise<Plane>,
): Promise<EngineOutput> {
  const photo = await decodePhoto(images.image!);
  signal.throwIfAborted();
  const matte = await findMatte(photo, signal);
  signal.throwIfAborted();
  if (!matte.data.some((value) => value > half)) throw noTarget();
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
