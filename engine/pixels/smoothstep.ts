/** The soft step that masks and strengths are made with. */

/** 0 at and below `from`, 1 at and above `to`, smooth between. `from` may be the larger one: then it falls. */
export function smoothstep(value: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
