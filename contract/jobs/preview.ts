import type { Message, MessageDescriptor } from '../messages/message.ts';
import type { OperationId } from '../operations/operation-spec.ts';
import type { PreflightFinding } from '../recipes/marketplace-check.ts';

export interface PreviewReport {
  readonly beforeUrl: string;
  /** Null for an analysis. */
  readonly afterUrl: string | null;
  /** Id for `recipes.compose`; null if the result is no cutout. */
  readonly trial: string | null;
  /** First steps that need no further request. */
  readonly made: number;
  readonly analysis: unknown;
  readonly error: Message | null;
}

/** A photograph of a batch, for a draft before it is sent. */
export interface DraftSource {
  readonly jobId: number;
  readonly name: string;
  /** At least one. */
  readonly operations: readonly OperationId[];
}

export interface ComposedReport {
  /** Null if it could not be drawn. */
  readonly url: string | null;
  /** px. */
  readonly width: number;
  readonly height: number;
  readonly notes: readonly MessageDescriptor[];
  readonly findings: readonly PreflightFinding[] | null;
  readonly error: Message | null;
}
