/** What a trial of a recipe on one photograph brings. */

import type { Message, MessageDescriptor } from '../messages/message.ts';
import type { PreflightFinding } from '../recipes/marketplace-check.ts';

export interface PreviewReport {
  readonly beforeUrl: string;
  /** Null for an analysis. */
  readonly afterUrl: string | null;
  /** Names the cutout it came to, to be laid out; null where it is none. */
  readonly trial: string | null;
  /** So many of the steps, from the first on, need not be asked for again. */
  readonly made: number;
  readonly analysis: unknown;
  readonly error: Message | null;
}

export interface ComposedReport {
  /** What it looks like; null where it could not be drawn. */
  readonly url: string | null;
  /** Of the file, px. */
  readonly width: number;
  readonly height: number;
  /** What the file will have to say about it. */
  readonly notes: readonly MessageDescriptor[];
  readonly findings: readonly PreflightFinding[] | null;
  readonly error: Message | null;
}
