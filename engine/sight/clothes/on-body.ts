/** Tells whether a place of a photograph is on somebody's body, as far as its lines tell how wide it is. */
import type { Figure, Spot } from '../person/figures.ts';
import { distanceToLine, onFigure } from './scene.ts';

/** A body is this wide around its lines: half shoulder widths beside the torso, lengths of it beside arms and thighs. */
const body = { aside: 1.1, from: -0.2, to: 1.4, arm: 0.14, thigh: 0.3 };

/** True on the torso, the arms or the thighs of one of the figures, clothes of a common width included. */
export function isOnBody(figures: readonly Figure[], spot: Spot): boolean {
  return figures.some((figure) => {
    const { along, aside } = onFigure(figure, spot);
    const { arms, legs, torso } = figure;
    return (
      (Math.abs(aside) < body.aside && along > body.from && along < body.to) ||
      arms.some((arm) => arm.slice(1).some((joint, i) => distanceToLine(spot, arm[i]!, joint) < torso * body.arm)) ||
      legs.some(({ hip, knee }) => distanceToLine(spot, hip, knee) < torso * body.thigh)
    );
  });
}
