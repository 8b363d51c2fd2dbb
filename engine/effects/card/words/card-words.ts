/** Texts of a rating card in one language. */
import type { Band, MeasureName } from '../../../vision/analysis/scores.ts';

/** A comment is one sentence of at most two lines. */
export type CardWords = {
  title: string;
  /** Maximum of the overall score. */
  outOf: string;
  verdicts: Record<Band, { headline: string; sentence: string }>;
  measures: Record<MeasureName, { name: string } & Record<Band, string>>;
  /** For entertainment; explains the scores. */
  note: string;
};
