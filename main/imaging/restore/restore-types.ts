/** What restoring a result needs to be told, and what it gives. */

import type { Box } from '../../../contract/jobs/result.ts';
import type { CutoutForm } from '../../../contract/operations/cutout.ts';
import type { Restore } from '../../../contract/operations/operation-spec.ts';
import type { FittedUpload } from '../fit/fit.ts';
import type { Size } from '../size.ts';

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
  readonly method: Exclude<Restore, 'coordinates'>;
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
