/** How one person's cloth is divided: which kind the lower clothes are, where they begin, and what is a coat. */
import type { Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Figure, Spot } from '../person/people/figures.ts';
import { findGarmentBreak } from './garment-break.ts';
import { lowerKind } from './lower-garment-kind.ts';
import { findOpenCoat } from './open-coat.ts';
import { colorAt, difference, distanceToLine, onFigure, pixelAt, type Scene } from './scene.ts';
import { findWaist, type Waist } from './waist.ts';

/** A sleeve lies this near the line of its arm, in lengths of the torso. */
const sleeve = 0.14;
/** Half height of the border between two garments, in lengths of the torso. */
const border = 0.02;
/** So near the border (lengths of the torso) the colours say on which side of it a place is: waists are curved. */
const colorsDecide = 0.22;
/** Steps in which an arm is looked at, and the part of them that a long sleeve covers. */
const steps = 12;
const covered = 0.6;

export type Plan = {
  /** What is worn below. */
  lower: 'skirt' | 'pants';
  /** What is worn above, where it is no coat over something else. */
  upper: 'tops' | 'coat';
  /** How much a place of the upper clothes is a coat worn open; null where there is none. */
  coat: Plane | null;
  /** How much a spot of the photograph, and pixel of the scene, belongs to the lower clothes, 0..1. */
  lowerAt: (spot: Spot, pixel: number) => number;
};

export function planOf(scene: Scene, index: number, figure: Figure): Plan {
  const kind = lowerKind(scene, index, figure);
  const coat = findOpenCoat(scene, index, figure);
  if (kind === null) return { lower: 'pants', upper: 'tops', coat, lowerAt: () => 0 };
  const lower = kind === 'skirt' ? 'skirt' : 'pants';
  const waist = findWaist(scene, index, figure, coat);
  if (waist) return { lower, upper: 'tops', coat, lowerAt: belowWaist(scene, figure, waist) };
  // One piece over bare legs is a dress, which the interface counts among the skirts.
  if (kind === 'skirt') return { lower, upper: 'tops', coat: null, lowerAt: () => 1 };
  const line = findGarmentBreak(scene, index, figure);
  if (kind === 'pants' || line.seen) {
    const lowerAt = (spot: Spot) => {
      const { along, across } = onFigure(figure, spot);
      return unlessSleeve(figure, spot, (along - line.along(across)) / border);
    };
    return { lower, upper: 'tops', coat, lowerAt };
  }
  // Long, in one piece, and its end is not on the photograph: with sleeves it is a coat.
  return { lower, upper: isSleeved(scene, figure) ? 'coat' : 'tops', coat, lowerAt: () => 0 };
}

function belowWaist(scene: Scene, figure: Figure, waist: Waist): Plan['lowerAt'] {
  return (spot, pixel) => {
    let belowBorder = (onFigure(figure, spot).along - waist.along) / border;
    if (Math.abs(belowBorder) < colorsDecide / border) {
      const color = colorAt(scene, pixel);
      const [above, under] = [difference(color, waist.above), difference(color, waist.below)];
      belowBorder += ((above - under) / (above + under + 1)) * (colorsDecide / border);
    }
    return unlessSleeve(figure, spot, belowBorder);
  };
}

/** @param belowBorder how far below the border a spot is, in half heights of the border */
function unlessSleeve(figure: Figure, spot: Spot, belowBorder: number): number {
  return belowBorder > 0 && isSleeve(figure, spot) ? 0 : smoothstep(belowBorder, -1, 1);
}

/** True near an arm that hangs beside the hips. */
function isSleeve(figure: Figure, spot: Spot): boolean {
  const { arms, torso } = figure;
  if (Math.abs(onFigure(figure, spot).across) < 0.9) return false;
  return arms.some((arm) => arm.slice(1).some((joint, i) => distanceToLine(spot, arm[i]!, joint) < torso * sleeve));
}

/** True when an arm that is seen down to the wrist is in cloth down to there, and no arm is bare. */
function isSleeved(scene: Scene, { arms }: Figure): boolean {
  const { clothes, bodySkin } = scene.classes;
  const completeArms = arms.filter((arm) => arm.length === 3);
  const shares = completeArms.map((arm) => {
    let [cloth, bare] = [0, 0];
    for (let step = 0; step < steps * 2; step++) {
      const [from, to] = step < steps ? [arm[0]!, arm[1]!] : [arm[1]!, arm[2]!];
      const t = ((step % steps) + 0.5) / steps;
      const pixel = pixelAt(scene, { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t });
      if (pixel === null) continue;
      if (clothes.data[pixel]! > 0.5) cloth++;
      else if (bodySkin.data[pixel]! > 0.5) bare++;
    }
    return cloth / Math.max(1, cloth + bare);
  });
  return shares.length > 0 && shares.every((share) => share > covered);
}
