/** Brings a result that was made from a smaller upload back to the photograph's own size, on its own pixels. */
import { msg } from '../../../contract/messages/message.ts';
import { ImagingError } from '../errors.ts';
import { inspectImage } from '../read/inspect-image.ts';
import { restoreCutout } from './cutout.ts';
import { restoreDifference } from './difference.ts';
import type { RestoredImage, RestoreRequest } from './restore-types.ts';

export type { RestoredImage, RestoreRequest } from './restore-types.ts';

/**
 * Restores one result image. Memory: about 60 MB beside the small pictures (upload and result unpacked, up to 24 bytes a pixel
 * of the upload), whatever the photograph's size. Disk: up to 8 bytes a pixel of the photograph in `to`.
 * @throws ImagingError BAD_SOURCE or BAD_RESULT with a sentence, or the signal's reason.
 */
export async function restoreToSource(request: RestoreRequest): Promise<RestoredImage> {
  const facts = await inspectImage(request.source, request.name);
  if (facts.kind !== 'image') throw new ImagingError('BAD_SOURCE', facts.message);
  const result = await inspectImage(request.result);
  if (result.kind !== 'image') {
    throw new ImagingError('BAD_RESULT', msg('imaging.result.unreadable'));
  }
  request.signal.throwIfAborted();
  switch (request.method) {
    case 'alpha':
    case 'boxes':
      return restoreCutout(request, facts, result);
    case 'difference':
      return restoreDifference(request, facts, result);
    case 'none':
      return { path: request.result, width: result.width, height: result.height, box: null };
  }
}
