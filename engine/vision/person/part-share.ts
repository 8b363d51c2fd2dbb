/** How much of a person at each place is a part of interest (hair, head, a garment): told beyond the person's edge, too. */
import { boxMean } from '../../pixels/box-filter.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';

/** Wider and wider looks around, in steps. */
const steps = 5;

/**
 * `part` divided by `person`, doubts settled. Where there is next to no person it is the share of the nearest surroundings
 * that show enough of one: at the person's edge the matte decides, and not a second edge beside it.
 * @param reach px of the first look around
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
