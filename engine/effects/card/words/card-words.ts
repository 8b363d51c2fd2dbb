/** What a rating card says, in one language. */
import type { Band, MeasureName } from '../../../vision/analysis/scores.ts';

/** Every comment is one sentence of at most two lines on the card. */
export type CardWords = {
  title: string;
  /** What the overall number is out of. */
  outOf: string;
  verdicts: Record<Band, { headline: string; sentence: string }>;
  measures: Record<MeasureName, { name: string } & Record<Band, string>>;
  /** That the card is for entertainment, and what its numbers are made of. */
  note: string;
};
