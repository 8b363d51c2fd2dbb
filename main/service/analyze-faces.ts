/** Has an image service analyse the faces of a picture; whoever wants to know what it found reads that out of the answer. */
import type { Extension } from '../../contract/services/engine-extensions.ts';
import type { ServiceClient } from './client.ts';
import { ServiceFailure } from './service-failure.ts';

/**
 * The operation face-analyzer-advanced, the only one that rates faces and tells open eyes from shut ones.
 * @param image path of a picture within the operation's limits
 * @param scratch an existing folder
 * @param extensions what is asked for beyond the interface
 * @returns the body of the answer; null where it says that there is no face, or none that is large enough
 * @throws ServiceFailure; the signal's reason
 */
export async function analyzeFaces(
  client: Pick<ServiceClient, 'submit'>,
  image: string,
  scratch: string,
  signal: AbortSignal,
  extensions?: readonly Extension[],
): Promise<unknown> {
  try {
    const submitted = await client.submit({
      operation: 'face-analyzer-advanced',
      params: {},
      files: { image },
      scratch,
      signal,
      extensions,
    });
    return submitted.kind === 'result' ? submitted.result.analysis : null;
  } catch (error) {
    signal.throwIfAborted();
    if (isAboutPicture(error)) return null;
    throw error;
  }
}

/** True for a failure that holds for good, since it is about the picture: what was looked for is not in it. */
export function isAboutPicture(error: unknown): boolean {
  return error instanceof ServiceFailure && error.kind === 'fatal' && error.subject === 'input';
}
