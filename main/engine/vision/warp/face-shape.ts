/** Slims and shrinks a face: its outline moves inwards, its features follow a little, and what is around closes up. */
import type { Face, Point } from '../face/human.ts';
import { faceParts } from '../face/mesh.ts';
import { ramp } from '../pixels/ramp.ts';
import type { Displacement } from './field.ts';
import { type Pull, thinPlateSpline } from './thin-plate.ts';

/** `slim`: 1 takes `slimmest` of the face's half width at the jaw; `shrink`: 1 makes the whole face `smallest` smaller. */
export type FaceShape = { slim: number; shrink: number };

const slimmest = 0.14;
const smallest = 0.07;
/** Beyond the outline nothing moves from this distance on, as a part of the face's size: lines further away stay straight. */
export const shapeReach = 0.26;
/** How far the mouth follows the cheeks when a face is slimmed. */
const mouthFollows = 0.55;

const mouth = [61, 40, 0, 270, 291, 321, 17, 91];
const middle = [168, 6, 197, 195, 5, 4, 2];
const fixed = [
  ...[33, 160, 158, 133, 153, 144, 263, 387, 385, 362, 380, 373],
  ...[70, 105, 107, 300, 334, 336],
  ...[98, 327, 49, 279],
];

type Place = { x: number; y: number };

/** Mean of a face's height and width, whichever way it leans, in px: the unit of all distances here. */
export function extentOf({ mesh }: Pick<Face, 'mesh'>): number {
  const length = (a: number, b: number) => Math.hypot(mesh[a]!.x - mesh[b]!.x, mesh[a]!.y - mesh[b]!.y);
  return (length(10, 152) + length(234, 454)) / 2;
}

/**
 * The displacement that gives a face its new shape. Around the face everything moves with the outline's nearest place, less and
 * less, and not at all beyond `shapeReach`.
 */
export function reshapeFace(face: Face, shape: FaceShape): Displacement {
  const size = extentOf(face);
  const origin = face.mesh[4]!;
  const unit = ({ x, y }: Point): Place => ({ x: (x - origin.x) / size, y: (y - origin.y) / size });
  const mesh = face.mesh.map(unit);
  const target = targetOf(mesh, shape);
  const outline = faceParts.oval.map((index) => target(mesh[index]!, 1));
  const pulls: Pull[] = faceParts.oval.map((index, i) => pull(mesh[index]!, outline[i]!));
  for (const index of mouth) pulls.push(pull(mesh[index]!, target(mesh[index]!, mouthFollows)));
  for (const index of [...fixed, ...middle]) pulls.push(pull(mesh[index]!, target(mesh[index]!, 0)));
  const spline = thinPlateSpline(pulls);
  return (x, y, out) => {
    const [u, v] = [(x - origin.x) / size, (y - origin.y) / size];
    const { distance, nearest } = fromOutside(outline, u, v);
    const window = ramp(distance, shapeReach, 0);
    if (window === 0) {
      out.fill(0);
      return;
    }
    spline(nearest.x, nearest.y, out);
    out[0]! *= window * size;
    out[1]! *= window * size;
  };
}

/** The field tells a place of the new photograph where it comes from: from the new place back to the old. */
function pull(from: Place, to: Place): Pull {
  return { x: to.x, y: to.y, dx: from.x - to.x, dy: from.y - to.y };
}

/** Where a point goes; `follows` is the part of the slimming it takes part in. */
function targetOf(mesh: readonly Place[], { slim, shrink }: FaceShape): (from: Place, follows: number) => Place {
  const [eyes, chin] = [mesh[168]!, mesh[152]!];
  const length = Math.hypot(chin.x - eyes.x, chin.y - eyes.y);
  const axis = { x: (chin.x - eyes.x) / length, y: (chin.y - eyes.y) / length };
  const centre = centreOf(faceParts.oval.map((index) => mesh[index]!));
  return (from, follows) => {
    const [x, y] = [from.x - eyes.x, from.y - eyes.y];
    const down = (x * axis.x + y * axis.y) / length;
    const side = -x * axis.y + y * axis.x;
    // From the cheekbones down; a little less at the chin, which is to keep its form.
    const share = ramp(down, -0.1, 0.6) * (1 - 0.3 * ramp(down, 0.75, 1.05));
    const inwards = side * share * slim * slimmest * follows;
    const slimmed = { x: from.x + axis.y * inwards, y: from.y - axis.x * inwards };
    const smaller = 1 - shrink * smallest;
    return { x: centre.x + (slimmed.x - centre.x) * smaller, y: centre.y + (slimmed.y - centre.y) * smaller };
  };
}

function centreOf(points: readonly Place[]): Place {
  const mean = (of: (point: Place) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
}

/** How far a place lies outside a polygon, and the polygon's nearest place to it; inside, 0 and the place itself. */
export function fromOutside(polygon: readonly Place[], x: number, y: number): { distance: number; nearest: Place } {
  let inside = false;
  let least = Infinity;
  const nearest = { x, y };
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[i]!, polygon[j]!];
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
    const [ex, ey] = [b.x - a.x, b.y - a.y];
    const t = Math.min(1, Math.max(0, ((x - a.x) * ex + (y - a.y) * ey) / (ex * ex + ey * ey || 1)));
    const square = (x - a.x - t * ex) ** 2 + (y - a.y - t * ey) ** 2;
    if (square >= least) continue;
    least = square;
    nearest.x = a.x + t * ex;
    nearest.y = a.y + t * ey;
  }
  return inside ? { distance: 0, nearest: { x, y } } : { distance: Math.sqrt(least), nearest };
}
