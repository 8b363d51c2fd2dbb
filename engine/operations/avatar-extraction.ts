import type { EngineCall, EngineOutput } from './call.ts';
import { cutElements } from './element-output.ts';

/** Cuts out all heads, the largest face first, with hair, hat and the edge of the neck. */
export function avatarExtraction(call: EngineCall): Promise<EngineOutput> {
  return cutElements(call, 'head', call.params.return_form === 'mask' ? 'mask' : 'cutout');
}
