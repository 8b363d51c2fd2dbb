/**
 * Findings: measures compared with limits. Limits in the code are estimates and may be tuned; those of `portraits.ts`
 * are fitted.
 */

/** Probability 1 / (1 + exp(-2 (measure - threshold) / scale)), as in Platt scaling (1999). */
export type Limit = { threshold: number; scale: number };

/** Section “Skin analysis result”: `confidence` 0..1 in `value`. */
export type Finding = { value: number; confidence: number };
const undecidedConfidence = 0.5;
const defaultMaxConfidence = 0.98;
/** For limits without known answers. */
export const maxUncalibratedConfidence = 0.8;

/** For a hidden place. */
export const hiddenFinding: Finding = { value: 0, confidence: undecidedConfidence };

/** @param measure null if hidden @param trust 0..1, in the photograph */
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

/** @param distance from the threshold, in scales */
export function confidenceAt(distance: number, trust: number, maxConfidence = defaultMaxConfidence): number {
  return roundToThousandths(
    undecidedConfidence + (maxConfidence - undecidedConfidence) * Math.tanh(Math.abs(distance)) * trust,
  );
}

export function likelihood(measure: number, { threshold, scale }: Limit): number {
  return 1 / (1 + Math.exp((-2 * (measure - threshold)) / scale));
}

export function roundToThousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
