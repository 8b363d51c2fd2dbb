/**
 * Restores results of small uploads on the photograph's own pixels.
 *
 * Reading order: this file, `source-pixels.ts`, `result-pixels.ts`, `cutout/` from `restore-cutout.ts`, `difference/`
 * from `restore-difference.ts`; `scale-analysis.ts` restores coordinates.
 */
import { msg } from '../../../contract/messages/message.ts';
import { ImagingError } from '../errors.ts';
import { inspectImage } from '../read/inspect-image.ts';
import { restoreCutout } from './cutout/restore-cutout.ts';
import { restoreDifference } from './difference/restore-difference.ts';
import type { RestoredImage, RestoreRequest } from './restore-types.ts';

export type { RestoredImage, RestoreRequest } from './restore-types.ts';
export { assertResultSize, hasShapeOf } from './result-size.ts';
export { scaleAnalysis, scaleToOriginal } from './scale-analysis.ts';

/**
 * Memory: 60 MB, and up to 24 bytes a pixel of the upload. Disk: up to 8 bytes a pixel of the photograph.
 * @throws ImagingError BAD_SOURCE or BAD_RESULT, or the signal's reason
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
