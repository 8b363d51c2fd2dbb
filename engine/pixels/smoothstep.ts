/** Rises smoothly from 0 at `from` to 1 at `to`, or falls if `from` is larger. */
export function smoothstep(value: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
