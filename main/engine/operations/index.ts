// The engine's table of operations: which are built, and the one way to run them.

import type { OperationId } from '../../../preload/contract/operations/spec.ts';
import { EngineError } from '../errors.ts';
import type { EngineCall, EngineOutput, Implementation } from './call.ts';
import { faceKeyPoints } from './face-key-points.ts';
import { smartSkinAdvanced } from './smart-skin-advanced.ts';

export type { EngineCall, EngineElement, EngineFile, EngineOutput, Implementation } from './call.ts';

const implementations: Partial<Record<OperationId, Implementation>> = {
  'face-key-points': faceKeyPoints,
  'smart-skin-advanced': smartSkinAdvanced,
};

/** The operations the engine can carry out; the server answers the others with 501 before it takes an upload. */
export const implemented: ReadonlySet<OperationId> = new Set(Object.keys(implementations) as OperationId[]);

/**
 * Runs one operation on images that are in memory.
 * @throws EngineError with a code of the interface; an AbortError once `call.signal` has fired.
 */
export async function runOperation(call: EngineCall): Promise<EngineOutput> {
  const implementation = implementations[call.operation];
  if (!implementation) {
    throw new EngineError('ERROR_IMAGE_STORAGE_NOT_SUPPORTED', 'The built-in engine cannot do this operation yet.');
  }
  call.signal.throwIfAborted();
  return implementation(call);
}
