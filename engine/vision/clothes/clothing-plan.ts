/**
 * Plans one person's garments: kind and start of the lower clothes, and coats. Own numbers (rules `sleeves at the
 * waist`, `break without a waist`).
 */
import type { Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Figure, Spot } from '../person/people/figures.ts';
import { findGarmentBreak } from './garment-break.ts';
import { lowerKind } from './lower-garment-kind.ts';
import { findOpenCoat } from './open-coat.ts';
import { colorAt, difference, distanceToLine, onFigure, pixelAt, type Scene } from './scene.ts';
import { findWaist, type Waist } from './waist.ts';

const sleeveHalfWidth = 0.14;
const borderHalfHeight = 0.02;
/** Colors decide this near the border, because waists are curved. */
const colorReach = 0.22;
/** Samples of half an arm. */
const steps = 12;
const minSleeveShare = 0.6;

export type Plan = {
  lower: 'skirt' | 'pants';
  /** Under an open coat, if any. */
  upper: 'tops' | 'coat';
  /** Share of an open coat, if any. */
  coat: Plane | null;
  /** Share of the lower clothes. */
  lowerAt: (spot: Spot, pixel: number) => number;
};

export function planOf(scene: Scene, index: number, figure: Figure): Plan {
  const kind = lowerKind(scene, index, figure);
  const coat = findOpenCoat(scene, index, figure);
  if (kind === null) return { lower: 'pants', upper: 'tops', coat, lowerAt: () => 0 };
  const lower = kind === 'skirt' ? 'skirt' : 'pants';
  const waist = findWaist(scene, index, figure, coat);
  if (waist) return { lower, upper: 'tops', coat, lowerAt: belowWaist(scene, figure, waist) };
  // A dress over bare legs is a skirt in the interface.
  if (kind === 'skirt') return { lower, upper: 'tops', coat: null, lowerAt: () => 1 };
  const line = findGarmentBreak(scene, index, figure);
  if (kind === 'pants' || line.seen) {
    const lowerAt = (spot: Spot) => {
      const { along, across } = onFigure(figure, spot);
      return unlessSleeve(figure, spot, (along - line.along(across)) / borderHalfHeight);
    };
    return { lower, upper: 'tops', coat, lowerAt };
  }
  // One long piece that the picture cuts: with sleeves, a coat.
  return { lower, upper: isSleeved(scene, figure) ? 'coat' : 'tops', coat, lowerAt: () => 0 };
}

function belowWaist(scene: Scene, figure: Figure, waist: Waist): Plan['lowerAt'] {
  return (spot, pixel) => {
    let belowBorder = (onFigure(figure, spot).along - waist.along) / borderHalfHeight;
    if (Math.abs(belowBorder) < colorReach / borderHalfHeight) {
      const color = colorAt(scene, pixel);
      const [above, under] = [difference(color, waist.above), difference(color, waist.below)];
      belowBorder += ((above - under) / (above + under + 1)) * (colorReach / borderHalfHeight);
    }
    return unlessSleeve(figure, spot, belowBorder);
  };
}

/** @param belowBorder in half heights of the border */
function unlessSleeve(figure: Figure, spot: Spot, belowBorder: number): number {
  return belowBorder > 0 && isSleeve(figure, spot) ? 0 : smoothstep(belowBorder, -1, 1);
}

/** Whether a spot is near an arm at the hips. */
function isSleeve(figure: Figure, spot: Spot): boolean {
  const { arms, torso } = figure;
  if (Math.abs(onFigure(figure, spot).across) < 0.9) return false;
  return arms.some((arm) =>
    arm.slice(1).some((joint, i) => distanceToLine(spot, arm[i]!, joint) < torso * sleeveHalfWidth),
  );
}

/** Whether all completely visible arms have long sleeves. */
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
  return shares.length > 0 && shares.every((share) => share > minSleeveShare);
}
