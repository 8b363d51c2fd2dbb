/** An image file, or analysis data in the database. */

import type { OperationId } from '../operations/operation-spec.ts';
import type { FileCheck } from '../recipes/marketplace-check.ts';

export interface ResultView {
  readonly id: number;
  readonly jobId: number;
  readonly batchId: number;
  readonly step: number;
  readonly operation: OperationId;
  readonly kind: 'image' | 'analysis';
  /** Number or class; null for a single image. */
  readonly element: string | null;
  /** Absolute; null for analysis data. */
  readonly path: string | null;
  /** False if missing or deleted. */
  readonly present: boolean;
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: number | null;
  /** px of the photograph. */
  readonly box: Box | null;
  readonly createdAt: number;
  /** Absent in lists. */
  readonly further?: readonly AdditionalFileView[];
  /** Absent in lists. */
  readonly checks?: readonly FileCheck[];
}

export interface AdditionalFileView {
  /** Number of the output, from 0. */
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

/** Coordinates are px of the upright photograph. */
export interface AnalysisView {
  readonly resultId: number;
  readonly operation: OperationId;
  readonly body: unknown;
  readonly width: number;
  readonly height: number;
}

export interface ForgettableCounts {
  readonly analyses: number;
  /** Analyses of unfinished photographs, which stay. */
  readonly left: number;
}
