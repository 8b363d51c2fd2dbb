/** Tells whether a head is covered: what lies right above the forehead is cloth or a thing, and not hair. */
import type { Face } from '../face/human.ts';
import type { MaskPlace } from '../face/mesh.ts';
import { ramp } from '../pixels/ramp.ts';
import type { Classes } from './classes.ts';
import { faceAxis, onAxis } from './face-axis.ts';

/** The brim's place, in heights of the face above the chin and beside its axis. */
const brim = { from: 0.95, to: 1.2, aside: 0.35 };

/** 0 bare-headed or out of the grid, 1 covered; somebody's clothes behind a head with hair are no hat. */
export function covering({ mesh }: Pick<Face, 'mesh'>, classes: Classes, place: MaskPlace): number {
  const axis = faceAxis({ mesh });
  let [cover, all] = [0, 0];
  for (let y = 0, i = 0; y < place.height; y++) {
    for (let x = 0; x < place.width; x++, i++) {
      const on = onAxis(axis, place.x + (x + 0.5) / place.scale, place.y + (y + 0.5) / place.scale);
      if (on.aside > brim.aside || on.above < brim.from || on.above > brim.to) continue;
      cover += classes.clothes.data[i]! + classes.others.data[i]!;
      all++;
    }
  }
  return all === 0 ? 0 : ramp(cover / all, 0.3, 0.6);
}
