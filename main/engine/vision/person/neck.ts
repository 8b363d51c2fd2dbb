/** How wide a neck is: below its narrowest place it goes on as a stub, and does not widen into shoulders or what a collar hides. */
import { createPlane, type Plane } from '../pixels/plane.ts';
import { ramp } from '../pixels/ramp.ts';
import { faceAxis, onAxis } from './face-axis.ts';
import type { HeadView } from './head-view.ts';

/** Rows that are looked at, in heights of the face above the chin and below it, and the height of one. */
const from = 0.35;
const to = 0.6;
const row = 0.01;
/** The least half width of a neck, in heights of the face: where less is seen, something is in front of it. */
const least = 0.15;
/** How much it widens at most, as a part of the way down. */
const widens = 0.04;
/** Skin, and what ends it, from this probability on. */
const clear = 0.5;

/**
 * 1 where a place is no farther from the face's axis than its neck may be, 0 beyond; of places above the neck, 1 everywhere.
 * @param reach px of the view's grid over which the edge is soft
 */
export function neckWidth(
  { face, place, classes }: Pick<HeadView, 'face' | 'place' | 'classes'>,
  reach: number,
): Plane {
  const { width, height } = place;
  const axis = faceAxis(face);
  const { chin, down } = axis;
  const unit = axis.height * place.scale;
  const middle = { x: (chin.x - place.x) * place.scale, y: (chin.y - place.y) * place.scale };
  const limitsTo = (side: -1 | 1) => {
    let limit = Infinity;
    return Array.from({ length: Math.round((from + to) / row) }, (_, k) => {
      limit += widens * row;
      const below = k * row - from;
      const seen = skinReach(
        classes,
        (aside) => ({
          x: middle.x + (below * down.x + side * aside * down.y) * unit,
          y: middle.y + (below * down.y - side * aside * down.x) * unit,
        }),
        1 / unit,
      );
      if (seen > least) limit = Math.min(limit, seen);
      return limit;
    });
  };
  const limits = { left: limitsTo(-1), right: limitsTo(1) };
  const inside = createPlane(width, height);
  const soft = reach / unit;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const { above, aside, side } = onAxis(axis, place.x + (x + 0.5) / place.scale, place.y + (y + 0.5) / place.scale);
      const rows = limits[side];
      const limit = rows[Math.min(rows.length - 1, Math.floor((from - above) / row))];
      inside.data[i] = limit === undefined || limit === Infinity ? 1 : ramp(aside, limit + soft, limit);
    }
  }
  return inside;
}

/** How far from the axis skin is seen, in heights of the face, before cloth or the background: hair may hang over it. */
function skinReach(
  { bodySkin, faceSkin, hair }: HeadView['classes'],
  at: (aside: number) => { x: number; y: number },
  step: number,
): number {
  const { width, height } = hair;
  let reach = 0;
  for (let aside = 0; aside < 1.5; aside += step) {
    const { x, y } = at(aside);
    const [column, line] = [Math.floor(x), Math.floor(y)];
    if (column < 0 || line < 0 || column >= width || line >= height) break;
    const i = line * width + column;
    const skin = bodySkin.data[i]! + faceSkin.data[i]!;
    if (skin + hair.data[i]! < clear) break;
    if (skin > clear) reach = aside;
  }
  return reach;
}
