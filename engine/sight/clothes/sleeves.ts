/** Tells whether arms are in long sleeves: a closed coat has them. */
import type { Figure } from '../person/figures.ts';
import { pixelAt, type Scene } from './scene.ts';

/** Steps in which an arm is looked at, and the part of them that a long sleeve covers. */
const steps = 12;
const covered = 0.6;

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
