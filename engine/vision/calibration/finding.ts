/**
 * Findings of the interface: a measure compared with a limit by a logistic curve. Limits in the code are estimates by
 * eye and may be tuned; those of `portraits.ts` are fitted.
 */

/**
 * A finding has the probability 1 / (1 + exp(-2 (measure - threshold) / scale)). Fitted limits: Platt scaling (1999).
 */
export type Limit = { threshold: number; scale: number };

/** Section “Skin analysis result”: `confidence` 0..1 that `value` is right. */
export type Finding = { value: number; confidence: number };
/** Confidence without evidence. */
const noEvidence = 0.5;
/** No measure of a photograph is certain. */
const defaultMaxConfidence = 0.98;
/** For limits never compared with known answers. */
export const maxUncalibratedConfidence = 0.8;

/** For a place that hair or the turn of the head hides. */
export const hiddenFinding: Finding = { value: 0, confidence: noEvidence };

/**
 * @param measure null if the place is hidden
 * @param trust 0..1, of the photograph
 * @param maxConfidence share of correct findings of this kind
 */
export function toFinding(
  measure: number | null,
  { threshold, scale }: Limit,
  trust: number,
  maxConfidence = defaultMaxConfidence,
): Finding {
  if (measure === null) return hiddenFinding;
  return {
    value: measure > threshold ? 1 : 0,
    confidence: confidenceAt((measure - threshold) / scale, trust, maxConfidence),
  };
}

/** Returns 0.5 to `maxConfidence`. @param distance from the threshold, in scales */
export function confidenceAt(distance: number, trust: number, maxConfidence = defaultMaxConfidence): number {
  return roundToThousandths(noEvidence + (maxConfidence - noEvidence) * Math.tanh(Math.abs(distance)) * trust);
}

/** Returns 0..1, 0.5 at the threshold. */
export function likelihood(measure: number, { threshold, scale }: Limit): number {
  return 1 / (1 + Math.exp((-2 * (measure - threshold)) / scale));
}

export function roundToThousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
