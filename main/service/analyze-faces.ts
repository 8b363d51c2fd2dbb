import type { Extension } from '../../contract/services/engine-extensions.ts';
import type { ServiceClient } from './client.ts';
import { ServiceFailure } from './errors/service-failure.ts';

/**
 * Calls face-analyzer-advanced, the only operation that rates faces and recognizes closed eyes.
 * @param image within the operation's limits
 * @returns null if the service reports no face that is large enough
 * @throws ServiceFailure, or the signal's reason
 */
export async function analyzeFaces(
  client: Pick<ServiceClient, 'submit'>,
  image: string,
  scratch: string,
  signal: AbortSignal,
  extensions?: readonly Extension[],
): Promise<unknown> {
  try {
    const response = await client.submit({
      operation: 'face-analyzer-advanced',
      params: {},
      files: { image },
      scratch,
      signal,
      extensions,
    });
    return response.kind === 'result' ? response.result.analysis : null;
  } catch (error) {
    signal.throwIfAborted();
    if (isAboutPicture(error)) return null;
    throw error;
  }
}

/** Whether a failure is permanent because it concerns the picture. */
export function isAboutPicture(error: unknown): boolean {
  return error instanceof ServiceFailure && error.kind === 'fatal' && error.subject === 'input';
}
