/** Tells coats: worn open, another colour on both sides of the chest than in its middle; worn closed, with long sleeves. */
import type { Figure } from '../person/figures.ts';
import { boxMean } from '../pixels/box-filter.ts';
import { createPlane, type Plane } from '../pixels/plane.ts';
import { ramp } from '../pixels/ramp.ts';
import { ColourMean, colourAt, difference, onFigure, pixelAt, type Scene, spotOf } from './scene.ts';

/** What is looked at, along the torso, and to the side in half shoulder widths. */
const chest = { from: 0.2, to: 0.8 };
const middleReach = 0.25;
const flank = { from: 0.45, to: 1.2 };
/** The middle differs from both sides at least so much, and by so many times what they differ from each other. */
const other = 16;
const clearly = 2;
const enough = 30;
/** Steps in which an arm is looked at, and the part of them that a long sleeve covers. */
const steps = 12;
const covered = 0.6;

/** For each place of the figure's upper clothes how much it is coat, 0..1; null when there is no coat. */
export function findCoat(scene: Scene, index: number, figure: Figure): Plane | null {
  const { classes, lab, owner, place } = scene;
  const [left, middle, right] = [new ColourMean(), new ColourMean(), new ColourMean()];
  for (let i = 0; i < owner.length; i++) {
    if (owner[i] !== index || classes.clothes.data[i]! < 0.6) continue;
    const { along, aside } = onFigure(figure, spotOf(scene, i));
    if (along < chest.from || along > chest.to) continue;
    const out = Math.abs(aside);
    if (out < middleReach) middle.add(lab, i, 1);
    else if (out > flank.from && out < flank.to) (aside < 0 ? left : right).add(lab, i, 1);
  }
  if (Math.min(left.weight, middle.weight, right.weight) < enough) return null;
  const apart = Math.min(difference(middle.colour, left.colour), difference(middle.colour, right.colour));
  if (apart < other || apart < clearly * difference(left.colour, right.colour)) return null;
  const coat = createPlane(place.width, place.height);
  for (let i = 0; i < owner.length; i++) {
    if (owner[i] !== index) continue;
    const colour = colourAt(scene, i);
    const inner = difference(colour, middle.colour);
    const outer = Math.min(difference(colour, left.colour), difference(colour, right.colour));
    const { aside } = onFigure(figure, spotOf(scene, i));
    // Colours decide; what hangs at the sides is rather the coat.
    coat.data[i] = ramp((inner - outer) / apart + (Math.abs(aside) - 0.45) * 0.6, -0.25, 0.25);
  }
  boxMean(coat, Math.max(1, Math.round(figure.half * place.scale * 0.06)), coat);
  for (let i = 0; i < coat.data.length; i++) coat.data[i] = ramp(coat.data[i]!, 0.3, 0.7);
  return coat;
}

/** True when an arm that is seen down to the wrist is in cloth down to there, and no arm is bare. */
export function isSleeved(scene: Scene, { arms }: Figure): boolean {
  const { clothes, bodySkin } = scene.classes;
  const whole = arms.filter((arm) => arm.length === 3);
  const shares = whole.map((arm) => {
    let [cloth, bare] = [0, 0];
    for (let step = 0; step < steps * 2; step++) {
      const [from, to] = step < steps ? [arm[0]!, arm[1]!] : [arm[1]!, arm[2]!];
      const t = ((step % steps) + 0.5) / steps;
      const at = pixelAt(scene, { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t });
      if (at === null) continue;
      if (clothes.data[at]! > 0.5) cloth++;
      else if (bodySkin.data[at]! > 0.5) bare++;
    }
    return cloth / Math.max(1, cloth + bare);
  });
  return shares.length > 0 && shares.every((share) => share > covered);
}
