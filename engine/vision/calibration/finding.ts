/** Turns a measure into a finding of the interface: a value and how sure it is. */

/**
 * How often a judgement is true at a measure: 1 / (1 + exp(-2 (measure - threshold) / scale)). Two numbers, fitted by Platt's
 * method (1999): logistic regression on targets that leave room for what so few portraits do not show.
 */
export type Limit = { threshold: number; scale: number };

/** Section "Skin analysis result": `confidence` 0..1 is about the value that is given, present or absent. */
export type Finding = { value: number; confidence: number };
/** A coin's chance: said where nothing could be seen. */
const undecided = 0.5;
/** No measure of a photograph is certain. */
const surest = 0.98;
/** What was never held against faces whose answer is known is no surer than this. */
export const maxUncalibratedConfidence = 0.8;

/** What is said of a place that hair or the head's turn hides. */
export const hiddenFinding: Finding = { value: 0, confidence: undecided };

/**
 * @param measure null where the place is hidden
 * @param trust 0..1, how far the photograph allows to be sure
 * @param maxConfidence no answer is surer: how often such answers were right
 */
export function toFinding(
  measure: number | null,
  { threshold, scale }: Limit,
  trust: number,
  maxConfidence = surest,
): Finding {
  if (measure === null) return hiddenFinding;
  return {
    value: measure > threshold ? 1 : 0,
    confidence: confidenceAt((measure - threshold) / scale, trust, maxConfidence),
  };
}

/** 0.5 (undecided) to `maxConfidence` for a distance from the border between two answers, in units of what is clear. */
export function confidenceAt(distance: number, trust: number, maxConfidence = surest): number {
  return rounded(undecided + (maxConfidence - undecided) * Math.tanh(Math.abs(distance)) * trust);
}

/** 0 to 1 around a threshold, 0.5 on it. */
export function likelihood(measure: number, { threshold, scale }: Limit): number {
  return 1 / (1 + Math.exp((-2 * (measure - threshold)) / scale));
}

export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
