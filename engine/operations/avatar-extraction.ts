/** avatar-extraction: the head of everybody on a photograph, with hair, hat and the neck's edge, a piece each. */
import type { EngineCall, EngineOutput } from './call.ts';
import { cutElements } from './element-output.ts';

/**
 * Elements from the largest face to the smallest, each as large as its box.
 * Parameters: `return_form` (absent, mask).
 * @throws EngineError ERROR_NO_FACE_IN_FILE
 */
export function avatarExtraction(call: EngineCall): Promise<EngineOutput> {
  return cutElements(call, 'head', call.params.return_form === 'mask' ? 'mask' : 'cutout');
}
