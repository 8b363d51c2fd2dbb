// Which share of a head's places is head, or hair: what is seen there, within the bounds a face gives.

import { boxMean } from '../box-filter.ts';
import { maskOf, outlineOf } from '../mesh.ts';
import { createPlane, type Plane } from '../plane.ts';
import { ramp } from '../ramp.ts';
import { faceAxis, type HeadView } from './head-view.ts';

/** Both as a share of the person at each place, 0..1; also told beyond the person's edge, where a matte decides. */
export type HeadParts = { head: Plane; hair: Plane };

/** Face outline enlarged by this holds the neck's edge: a stub below the chin, as wide as the jaw. */
const NECK = 1.34;
/** So far from the chin, in heights of the face, lie skin of the face (ears, and the nose of a profile) and things on it. */
const FACE = { aside: 0.95, above: 1.4, below: 0.3 };
/** Heights above the chin: up to here skin may be neck; from here on clothes are a hat; below here hair on the face is a beard. */
const NECK_UP_TO = 0.35;
const HAT_FROM = 0.72;
const BEARD_BELOW = 0.42;

export function headParts(view: HeadView): HeadParts {
  const { place, classes, mine, face } = view;
  const { width, height } = place;
  const { chin, down, height: tall } = faceAxis(face);
  const soft = face.box.width * place.scale * 0.03;
  const neck = maskOf([outlineOf(face.mesh, 'oval', NECK)], place, soft);
  const inner = maskOf([outlineOf(face.mesh, 'oval', 1)], place, soft);
  const head = createPlane(width, height);
  const hair = createPlane(width, height);
  const person = createPlane(width, height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const dx = (x + 0.5) / place.scale + place.x - chin.x;
      const dy = (y + 0.5) / place.scale + place.y - chin.y;
      const above = -(dx * down.x + dy * down.y) / tall;
      const aside = Math.abs(dx * down.y - dy * down.x) / tall;
      const own = mine.data[i]!;
      const near =
        ramp(aside, FACE.aside + 0.1, FACE.aside) *
        ramp(above, FACE.above + 0.1, FACE.above) *
        ramp(above, -FACE.below - 0.1, -FACE.below);
      const beard = inner.data[i]! * ramp(above, BEARD_BELOW + 0.05, BEARD_BELOW - 0.05);
      const crown = ramp(above, HAT_FROM - 0.05, HAT_FROM + 0.05) * ramp(aside, 1.1, 0.9);
      hair.data[i] = classes.hair.data[i]! * own * (1 - beard);
      head.data[i] =
        own *
        (classes.hair.data[i]! +
          classes.faceSkin.data[i]! * near +
          classes.bodySkin.data[i]! * neck.data[i]! * ramp(above, NECK_UP_TO, NECK_UP_TO - 0.1) +
          classes.others.data[i]! * Math.max(crown, near * ramp(above, -0.05, 0.05)) +
          classes.clothes.data[i]! * crown);
      person.data[i] = 1 - classes.background.data[i]!;
    }
  }
  return { head: shareOf(head, person, soft), hair: shareOf(hair, person, soft) };
}

/** `part` of `person`; where there is next to no person, what the nearest of it is. */
function shareOf(part: Plane, person: Plane, reach: number): Plane {
  const radius = Math.max(1, Math.round(reach));
  const out = createPlane(part.width, part.height);
  let [parts, persons] = [part, person];
  const known = createPlane(part.width, part.height);
  // Wider and wider means: each place takes its share from the closest surroundings that show enough of the person.
  for (let step = 0; step < 5; step++) {
    for (let i = 0; i < out.data.length; i++) {
      const trust = ramp(persons.data[i]!, 0.02, 0.3) * (1 - known.data[i]!);
      if (trust <= 0) continue;
      out.data[i]! += (trust * parts.data[i]!) / persons.data[i]!;
      known.data[i]! += trust;
    }
    parts = boxMean(parts, radius * (step + 1));
    persons = boxMean(persons, radius * (step + 1));
  }
  for (let i = 0; i < out.data.length; i++) {
    const share = known.data[i]! > 0 ? out.data[i]! / known.data[i]! : 0;
    out.data[i] = ramp(share, 0.2, 0.8);
  }
  return out;
}
