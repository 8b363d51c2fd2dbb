/** Skin above the forehead of a bald head, which the segmentation calls body skin. Own numbers (rule `bald crown`). */
import { boxMean } from '../../../pixels/box-filter.ts';
import { findAreas } from '../../../pixels/components.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { faceAxis, type OnAxis, onAxis } from '../face-axis.ts';
import type { HeadView } from './head-view.ts';

/** Half an ellipse around `from`. */
const skull = { from: 0.7, high: 0.8, across: 0.66 };
/** Additional width of a head in profile. */
const backReach = 0.4;
const minSkin = 0.5;

/**
 * Returns the skull. It touches the face's skin, unlike a hand on hair.
 * @param reach px of soft edges
 */
export function baldCrown(view: Pick<HeadView, 'face' | 'place' | 'classes' | 'personMask'>, reach: number): Plane {
  const { face, place, classes, personMask } = view;
  const { width, height } = place;
  const axis = faceAxis(face);
  const wide = skull.across + backReach * Math.abs(Math.sin((face.pose.yaw * Math.PI) / 180));
  const inside = createPlane(width, height);
  const mask = new Uint8Array(inside.data.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      inside.data[i] = onSkull(
        onAxis(axis, place.x + (x + 0.5) / place.scale, place.y + (y + 0.5) / place.scale),
        wide,
      );
      const bare = classes.faceSkin.data[i]! + classes.bodySkin.data[i]!;
      mask[i] = inside.data[i]! > 0 && bare * personMask.data[i]! > minSkin ? 1 : 0;
    }
  }
  const { labels } = findAreas(mask, width, height);
  const ofFace = new Set<number>();
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 1 && classes.faceSkin.data[i]! > minSkin) ofFace.add(labels[i]!);
  }
  const crown = createPlane(width, height);
  for (let i = 0; i < mask.length; i++) crown.data[i] = mask[i] === 1 && ofFace.has(labels[i]!) ? 1 : 0;
  boxMean(crown, Math.max(1, Math.round(reach)), crown);
  for (let i = 0; i < mask.length; i++) crown.data[i] = inside.data[i]! * smoothstep(crown.data[i]!, 0, 0.2);
  return crown;
}

function onSkull({ above, across }: OnAxis, wide: number): number {
  const outwards = Math.hypot(Math.max(0, above - skull.from) / skull.high, across / wide);
  return smoothstep(outwards, 1.05, 0.95) * smoothstep(above, skull.from - 0.05, skull.from);
}
