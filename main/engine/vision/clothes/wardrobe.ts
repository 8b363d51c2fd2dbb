// Sorts what the people of a photograph wear into the interface's classes of clothes.

import type { ClothClass } from '../../../../preload/contract/operations/cutout.ts';
import { boxMean } from '../box-filter.ts';
import type { Face } from '../human.ts';
import type { Figure, Spot } from '../person/figures.ts';
import { createPlane, type Plane } from '../plane.ts';
import { ramp } from '../ramp.ts';
import { findAccessories } from './accessories.ts';
import { findCoat } from './layers.ts';
import { lowerKind } from './lower-kind.ts';
import { difference, onFigure, type Scene, spotOf } from './scene.ts';
import { findWaist } from './waist.ts';

export type Wardrobe = Record<ClothClass, Plane>;

/** A sleeve lies this near the line of its arm, in lengths of the torso. */
const SLEEVE = 0.14;
/** Below this a garment without a border at the waist goes on as something else, if it is not a dress. */
const HIPS = 1.02;
/** Half height of the border between two garments, in lengths of the torso. */
const BORDER = 0.02;
/** So near the border (lengths of the torso) the colours say on which side of it a place is: waists are curved. */
const COLOURS_DECIDE = 0.22;

/** Probability of each class at each place of the scene, 0..1. */
export function sortClothes(scene: Scene, faces: readonly Face[]): Wardrobe {
  const { place, classes, owner, figures } = scene;
  const plane = () => createPlane(place.width, place.height);
  const garments = { tops: plane(), coat: plane(), skirt: plane(), pants: plane() };
  const accessories = findAccessories(scene, faces);
  const plans = figures.map((figure, index) => (figure ? planOf(scene, index, figure) : null));
  for (let i = 0; i < owner.length; i++) {
    const worn = Math.min(1, accessories.hat.data[i]! + accessories.shoes.data[i]!);
    const cloth = classes.clothes.data[i]! * (1 - worn);
    if (cloth <= 0) continue;
    const plan = plans[owner[i]!];
    if (!plan) {
      garments.tops.data[i] = cloth;
      continue;
    }
    const lower = plan.lowerAt(spotOf(scene, i), i);
    const coat = plan.coat ? plan.coat.data[i]! : 0;
    garments[plan.kind].data[i] = cloth * lower;
    garments.coat.data[i] = cloth * (1 - lower) * coat;
    garments.tops.data[i] = cloth * (1 - lower) * (1 - coat);
  }
  return { ...garments, ...accessories };
}

type Plan = {
  kind: 'skirt' | 'pants';
  coat: Plane | null;
  /** How much a spot of the photograph belongs to the lower garment, 0..1. */
  lowerAt: (spot: Spot, at: number) => number;
};

function planOf(scene: Scene, index: number, figure: Figure): Plan {
  const kind = lowerKind(scene, index, figure);
  const coat = findCoat(scene, index, figure);
  if (kind === null) return { kind: 'pants', coat, lowerAt: () => 0 };
  const waist = findWaist(scene, index, figure);
  // One piece over bare legs is a dress, which the interface counts among the skirts.
  if (waist === null && kind === 'skirt') return { kind, coat: null, lowerAt: () => 1 };
  const { lab } = scene;
  const lowerAt = (spot: Spot, at: number) => {
    const { along } = onFigure(figure, spot);
    let below = (along - (waist?.along ?? HIPS)) / BORDER;
    if (waist && Math.abs(below) < COLOURS_DECIDE / BORDER) {
      const colour = [lab.L.data[at]!, lab.a.data[at]!, lab.b.data[at]!] as const;
      const [above, under] = [difference(colour, waist.above), difference(colour, waist.below)];
      below += ((above - under) / (above + under + 1)) * (COLOURS_DECIDE / BORDER);
    }
    return below > 0 && isSleeve(figure, spot) ? 0 : ramp(below, -1, 1);
  };
  return { kind, coat, lowerAt };
}

/** True near an arm that hangs beside the hips. */
function isSleeve({ arms, torso, half, ...figure }: Figure, spot: Spot): boolean {
  const { aside } = onFigure({ arms, torso, half, ...figure }, spot);
  if (Math.abs(aside) < 0.9) return false;
  return arms.some((arm) => arm.slice(1).some((joint, i) => distanceToLine(spot, arm[i]!, joint) < torso * SLEEVE));
}

function distanceToLine({ x, y }: Spot, a: Spot, b: Spot): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const t = Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - a.x - dx * t, y - a.y - dy * t);
}

/** True when a class is there in more than specks: some place of it is surrounded by it. */
export function isThere(plane: Plane, radius: number): boolean {
  return boxMean(plane, radius).data.some((value) => value > 0.6);
}
