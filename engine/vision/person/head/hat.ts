/**
 * Detects headwear by class: cloth or a thing instead of hair above the forehead, or all around the face. Own numbers
 * (rule `hat`).
 */
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Face } from '../../face/find-faces.ts';
import type { MaskPlace } from '../../face/mesh.ts';
import type { Classes } from '../classes.ts';
import { faceAxis, onAxis } from '../face-axis.ts';

const brim = { from: 0.95, to: 1.2, across: 0.35 };

/** Rays from the center over the face's upper half. */
const rays = { count: 24, maxDegrees: 100 };
/** Maximum hair before cloth, reach, and step. */
const maxFringe = 0.2;
const maxDistance = 1.1;
const step = 0.02;

/** Returns 0 bare-headed to 1 covered. Other people's clothes behind hair do not count. */
export function covering({ mesh }: Pick<Face, 'mesh'>, classes: Classes, place: MaskPlace): number {
  return Math.max(
    smoothstep(aboveForehead(mesh, classes, place), 0.3, 0.6),
    smoothstep(allAround(mesh, classes, place), 0.6, 0.8),
  );
}

function aboveForehead(mesh: Face['mesh'], classes: Classes, place: MaskPlace): number {
  const axis = faceAxis({ mesh });
  let [cover, all] = [0, 0];
  for (let y = 0, i = 0; y < place.height; y++) {
    for (let x = 0; x < place.width; x++, i++) {
      const on = onAxis(axis, place.x + (x + 0.5) / place.scale, place.y + (y + 0.5) / place.scale);
      if (on.across > brim.across || on.above < brim.from || on.above > brim.to) continue;
      cover += classes.clothes.data[i]! + classes.others.data[i]!;
      all++;
    }
  }
  return all === 0 ? 0 : cover / all;
}

/** Returns the share of rays that meet cloth after the face or a narrow band of hair, as under a scarf. */
function allAround(
  mesh: Face['mesh'],
  { hair, faceSkin, bodySkin, clothes, others }: Classes,
  place: MaskPlace,
): number {
  const { chin, down, height } = faceAxis({ mesh });
  const middle = { x: chin.x - (down.x * height) / 2, y: chin.y - (down.y * height) / 2 };
  let [covered, seen] = [0, 0];
  for (let k = 0; k < rays.count; k++) {
    const angle = (((k + 0.5) / rays.count) * 2 - 1) * ((rays.maxDegrees * Math.PI) / 180);
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const direction = { x: -down.x * cos + down.y * sin, y: -down.y * cos - down.x * sin };
    let band = 0;
    for (let far = 0.2; far < maxDistance; far += step) {
      const x = Math.floor((middle.x + direction.x * far * height - place.x) * place.scale);
      const y = Math.floor((middle.y + direction.y * far * height - place.y) * place.scale);
      if (x < 0 || y < 0 || x >= place.width || y >= place.height) break;
      const i = y * place.width + x;
      if (faceSkin.data[i]! + bodySkin.data[i]! > 0.5) continue;
      const worn = clothes.data[i]! + others.data[i]!;
      band += hair.data[i]! * step;
      if (worn <= 0.5 && hair.data[i]! > 0.5 && band < maxFringe) continue;
      seen++;
      if (worn > 0.5) covered++;
      break;
    }
  }
  return seen < rays.count / 2 ? 0 : covered / seen;
}
