/** What a trial of a recipe on one photograph brings. */
import type { EarlyFinding } from './check.ts';
import type { Message, Sentence } from './sentence.ts';

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
  readonly notes: readonly Sentence[];
  readonly findings: readonly EarlyFinding[] | null;
  readonly error: Message | null;
}
