/** A result: an image file on disk or analysis data in the database. */

import type { OperationId } from '../operations/operation-spec.ts';
import type { FileCheck } from '../recipes/marketplace-check.ts';

export interface ResultView {
  readonly id: number;
  readonly jobId: number;
  readonly batchId: number;
  readonly step: number;
  readonly operation: OperationId;
  readonly kind: 'image' | 'analysis';
  /** Number or class of an element, null where the result is the one image. */
  readonly element: string | null;
  /** Absolute path of the placed file; null for analysis data. */
  readonly path: string | null;
  /** False when the file is no longer where it was placed, or the data were forgotten. */
  readonly present: boolean;
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: number | null;
  /** Position of an element in the photograph, px of the photograph. */
  readonly box: Box | null;
  readonly createdAt: number;
  /** Its files beside `path`, of further outputs of the recipe; left out where a list does not need them. */
  readonly further?: readonly AdditionalFileView[];
  /** What marketplaces say of its files that were made for one; left out as `further` is. */
  readonly checks?: readonly FileCheck[];
}

/** A file of a result beside the one that stands for it. */
export interface AdditionalFileView {
  /** Number of the recipe's output, 0 for the first. */
  readonly output: number;
  /** Absolute. */
  readonly path: string;
  readonly present: boolean;
  /** px */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The body of an analysis as it came, with coordinates in px of the upright photograph. */
export interface AnalysisView {
  readonly resultId: number;
  readonly operation: OperationId;
  readonly body: unknown;
  readonly width: number;
  readonly height: number;
}

/** What is known of faces and skin, and can be forgotten. */
export interface ForgettableCounts {
  /** Analyses whose data would be deleted. */
  readonly analyses: number;
  /** Those that are left, since work on their photographs has not ended. */
  readonly left: number;
}
