/** Brings a result that was made from a smaller upload back to the photograph's own size, on its own pixels. */
import type { Restore } from '../../preload/contract/operations/spec.ts';
import type { Box } from '../../preload/contract/result.ts';
import { ImagingError } from './errors.ts';
import type { FittedUpload } from './fit.ts';
import { inspectImage } from './inspect.ts';
import type { Size } from './limits.ts';
import { restoreCutout } from './restore-cutout.ts';
import { restoreDifference } from './restore-difference.ts';

/** What a cutout operation was asked for; `cutout` = four channels of the photograph's size. */
export type CutoutForm = 'cutout' | 'mask' | 'whiteBK' | 'crop';

export interface RestoreRequest {
  /** Absolute path of the photograph; never written to. */
  readonly source: string;
  /** The photograph's name in sentences, where `source` is a working copy. */
  readonly name?: string;
  /** The upload the service saw. */
  readonly uploaded: Pick<FittedUpload, 'path' | 'width' | 'height'>;
  /** Path of the image the service returned for it: for cutouts the plain one, with alpha. */
  readonly result: string;
  /** The operation's rule; analyses have no image, see `scaleAnalysis`. */
  readonly how: Exclude<Restore, 'coordinates'>;
  /** What to make of a cutout; ignored otherwise. */
  readonly form: CutoutForm;
  /** Where the result lies in the upload, px of the upload; null = it covers the whole upload. */
  readonly box?: Box | null;
  /** Folder for temporary files and the finished one. */
  readonly to: string;
  readonly signal: AbortSignal;
}

export interface RestoredImage extends Size {
  /** An uncompressed TIFF in the photograph's colour profile, for `encodeResult`; with `none`, the result as it came. */
  readonly path: string;
  /** Where it lies in the upright photograph, px; null = it covers it all. */
  readonly box: Box | null;
}

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
    throw new ImagingError('BAD_RESULT', 'The service returned an image that cannot be opened: try again.');
  }
  request.signal.throwIfAborted();
  switch (request.how) {
    case 'alpha':
    case 'boxes':
      return restoreCutout(request, facts, result);
    case 'difference':
      return restoreDifference(request, facts, result);
    case 'none':
      return { path: request.result, width: result.width, height: result.height, box: null };
  }
}
