/** Decides what is subject, place by place, from several opinions. */
import { createPlane, type Plane } from '../pixels/plane.ts';

/** One opinion: how probable the subject is at each place, and how much its yes and its no count. */
export type Opinion = { plane: Plane; yes: number; no: number };

/** No opinion counts as surer than this: the networks are wrong with a straight face. */
const surest = 0.95;
/**
 * Adds up the opinions' odds.
 * @param opinions all of one size. A yes may count more than a no: each network knows things that the others do not.
 * @returns near 0 or near 1 nearly everywhere.
 */
export function consensus(opinions: readonly Opinion[]): Plane {
  const { width, height } = opinions[0]!.plane;
  const out = createPlane(width, height);
  for (const { plane, yes, no } of opinions) {
    for (let i = 0; i < out.data.length; i++) {
      const value = Math.min(surest, Math.max(1 - surest, plane.data[i]!));
      const log = Math.log(value / (1 - value));
      out.data[i]! += log * (log > 0 ? yes : no);
    }
  }
  for (let i = 0; i < out.data.length; i++) out.data[i] = 1 / (1 + Math.exp(-out.data[i]!));
  return out;
}
