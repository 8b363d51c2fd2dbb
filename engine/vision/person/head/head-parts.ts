/**
 * Shares of head and hair: class probabilities within limits set by the face. Own numbers (rules `beard`, `bald crown`,
 * `hat`).
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { createPlane, maxPlane, multiply, type Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { maskOf, outlineOf } from '../../face/mesh.ts';
import { faceAxis, onAxis } from '../face-axis.ts';
import { shareOf } from '../part-share.ts';
import { baldCrown } from './bald-crown.ts';
import { covering } from './hat.ts';
import { coverEnds, headCover } from './head-cover.ts';
import type { HeadView } from './head-view.ts';

/** Shares of the person, defined beyond its edge too. */
export type HeadParts = { head: Plane; hair: Plane };
/** `drawn` is 1 on edges amid skin or cloth, missing from the photograph. */
export type SeenParts = HeadParts & { drawn: Plane };

/** Scale of the face's outline, with a stub of neck. */
const neckFactor = 1.34;
/** Reach of ears, noses and things on the face. */
const faceReach = { across: 0.95, above: 1.4, below: 0.3 };
/** Additional reach in profile. */
const earReach = 0.4;
/** Neck is below the first, beard below the second. */
const neckUpTo = 0.35;
const beardBelow = 0.42;

export function headParts(view: HeadView): SeenParts {
  const { place, classes, personMask, face } = view;
  const { width, height } = place;
  const axis = faceAxis(face);
  const covered = covering(face, classes, place);
  const cover = headCover(view, covered);
  const side = faceReach.across + earReach * Math.abs(Math.sin((face.pose.yaw * Math.PI) / 180));
  const soft = face.box.width * place.scale * 0.03;
  const bald = baldCrown(view, soft);
  const neck = maskOf([outlineOf(face.mesh, 'oval', neckFactor)], place, soft);
  const inner = maskOf([outlineOf(face.mesh, 'oval', 1)], place, soft);
  const head = createPlane(width, height);
  const hair = createPlane(width, height);
  const bare = createPlane(width, height);
  const cloth = createPlane(width, height);
  const person = createPlane(width, height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const { above, across } = onAxis(axis, place.x + (x + 0.5) / place.scale, place.y + (y + 0.5) / place.scale);
      const own = personMask.data[i]!;
      const near =
        smoothstep(across, side + 0.1, side) *
        smoothstep(above, faceReach.above + 0.1, faceReach.above) *
        smoothstep(above, -faceReach.below - 0.1, -faceReach.below);
      const beard = inner.data[i]! * smoothstep(above, beardBelow + 0.05, beardBelow - 0.05);
      const crown = cover.data[i]!;
      hair.data[i] = classes.hair.data[i]! * own * (1 - beard);
      head.data[i] =
        own *
        (classes.hair.data[i]! +
          classes.faceSkin.data[i]! * near +
          classes.bodySkin.data[i]! *
            Math.max(cover.data[i]!, bald.data[i]!, neck.data[i]! * smoothstep(above, neckUpTo, neckUpTo - 0.1)) +
          classes.others.data[i]! * Math.max(crown, near * smoothstep(above, -0.05, 0.05)) +
          classes.clothes.data[i]! * crown);
      bare.data[i] = classes.faceSkin.data[i]! + classes.bodySkin.data[i]!;
      cloth.data[i] = classes.clothes.data[i]! + classes.others.data[i]!;
      person.data[i] = 1 - classes.background.data[i]!;
    }
  }
  const amid = (part: Plane) => {
    const around = boxMean(shareOf(part, person, soft), Math.max(1, Math.round(soft)));
    for (let i = 0; i < around.data.length; i++) around.data[i] = smoothstep(around.data[i]!, 0.85, 0.99);
    return around;
  };
  const drawn = maxPlane(amid(bare), multiply(amid(cloth), coverEnds(view)));
  return { head: shareOf(head, person, soft), hair: shareOf(hair, person, soft), drawn };
}
