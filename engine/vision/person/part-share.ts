/** Share of a person that is one part (hair, head, garment), extended beyond the person's edge. Own numbers. */
import { boxMean } from '../../pixels/box-filter.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';

/** Growing blurs. */
const steps = 5;

/**
 * Divides `part` by `person`, steepened. Outside the person it extends the nearest share, so that only the matte draws
 * the edge.
 * @param reach px of the first blur
 */
export function shareOf(part: Plane, person: Plane, reach: number): Plane {
  const radius = Math.max(1, Math.round(reach));
  const out = createPlane(part.width, part.height);
  let [parts, persons] = [part, person];
  const known = createPlane(part.width, part.height);
  for (let step = 0; step < steps; step++) {
    for (let i = 0; i < out.data.length; i++) {
      const trust = smoothstep(persons.data[i]!, 0.02, 0.3) * (1 - known.data[i]!);
      if (trust <= 0) continue;
      out.data[i]! += (trust * parts.data[i]!) / persons.data[i]!;
      known.data[i]! += trust;
    }
    parts = boxMean(parts, radius * (step + 1));
    persons = boxMean(persons, radius * (step + 1));
  }
  for (let i = 0; i < out.data.length; i++) {
    const share = known.data[i]! > 0 ? out.data[i]! / known.data[i]! : 0;
    out.data[i] = smoothstep(share, 0.2, 0.8);
  }
  return out;
}
