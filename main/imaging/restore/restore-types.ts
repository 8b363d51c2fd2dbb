import type { Box } from '../../../contract/jobs/result.ts';
import type { CutoutForm } from '../../../contract/operations/cutout.ts';
import type { Restore } from '../../../contract/operations/operation-spec.ts';
import type { FittedUpload } from '../fit/fit.ts';
import type { Size } from '../size.ts';

export interface RestoreRequest {
  /** Absolute path of the photograph, which is never written to. */
  readonly source: string;
  /** The photograph's name for messages if `source` is a working copy. */
  readonly name?: string;
  /** The upload that the service received. */
  readonly uploaded: Pick<FittedUpload, 'path' | 'width' | 'height'>;
  /** Path of the image that the service returned: for cutouts the one with alpha. */
  readonly result: string;
  /** The operation's rule. Analyses return no image, see `scaleAnalysis`. */
  readonly method: Exclude<Restore, 'coordinates'>;
  /** Form of a cutout; ignored for other results. */
  readonly form: CutoutForm;
  /** Bounds of the result in the upload, px of the upload; null = all of it. */
  readonly box?: Box | null;
  /** Folder for temporary files and the finished one. */
  readonly to: string;
  readonly signal: AbortSignal;
}

export interface RestoredImage extends Size {
  /** An uncompressed TIFF in the photograph's color profile, for `encodeResult`; for `none` the unchanged result. */
  readonly path: string;
  /** Bounds in the upright photograph, px; null = all of it. */
  readonly box: Box | null;
}
