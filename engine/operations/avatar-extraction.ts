/** avatar-extraction: all heads, with hair, hat and the edge of the neck. */
import type { EngineCall, EngineOutput } from './call.ts';
import { cutElements } from './element-output.ts';

/**
 * Returns an element for each head, the largest face first. Section “avatar-extraction”: `return_form`.
 * @throws EngineError ERROR_NO_FACE_IN_FILE
 */
export function avatarExtraction(call: EngineCall): Promise<EngineOutput> {
  return cutElements(call, 'head', call.params.return_form === 'mask' ? 'mask' : 'cutout');
}
