import type { Box } from '../../../contract/jobs/result.ts';
import type { CutoutForm } from '../../../contract/operations/cutout.ts';
import type { Restore } from '../../../contract/operations/operation-spec.ts';
import type { FittedUpload } from '../fit/fit.ts';
import type { Size } from '../size.ts';

export interface RestoreRequest {
  /** Absolute path of the photograph. */
  readonly source: string;
  /** For messages, if `source` is a working copy. */
  readonly name?: string;
  readonly uploaded: Pick<FittedUpload, 'path' | 'width' | 'height'>;
  /** The service's image, for cutouts the one with alpha. */
  readonly result: string;
  /** Analyses have no image, see `scaleAnalysis`. */
  readonly method: Exclude<Restore, 'coordinates'>;
  /** Form of cutouts. */
  readonly form: CutoutForm;
  /** px of the upload; null = all of it. */
  readonly box?: Box | null;
  /** Folder for all files. */
  readonly to: string;
  readonly signal: AbortSignal;
}

export interface RestoredImage extends Size {
  /** An uncompressed TIFF in the photograph's color profile; for `none` the unchanged result. */
  readonly path: string;
  /** px of the upright photograph; null = all of it. */
  readonly box: Box | null;
}
