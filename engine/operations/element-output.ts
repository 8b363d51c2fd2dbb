import { EngineError } from '../engine-error.ts';
import type { ElementForm } from '../vision/person/head/element-file.ts';
import { cutHeads } from '../vision/person/head/head-cutout.ts';
import { decodePhoto } from '../vision/photo/decode.ts';
import type { EngineCall, EngineElement, EngineOutput } from './call.ts';
import { noFaceError } from './faces.ts';

/**
 * Cuts out heads or their hair, each in the size of its box.
 * @throws EngineError `ERROR_NO_RECOGNITION_TARGET_DETECTED` if no head has hair
 */
export async function cutElements(
  { images, signal }: EngineCall,
  part: 'head' | 'hair',
  form: ElementForm,
): Promise<EngineOutput> {
  const photo = await decodePhoto(images.image!);
  signal.throwIfAborted();
  const pieces = await cutHeads(photo, part, form, signal);
  if (!pieces) throw noFaceError();
  if (pieces.length === 0) {
    throw new EngineError(
      'ERROR_NO_RECOGNITION_TARGET_DETECTED',
      `No ${part} was found on the people in this picture. Choose one that shows it.`,
    );
  }
  const elements = pieces.map(
    ({ png, ...box }): EngineElement => ({ file: { bytes: png, mime: 'image/png' }, ...box }),
  );
  return { kind: 'elements', elements };
}
