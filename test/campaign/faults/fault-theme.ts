/** What a theme of the campaign of faults is made of: a scene, a service that misbehaves, and how long that lasts. */
import type { SeededRandom } from '../../helpers/seeded-random.ts';
import { recipes, type SceneOptions } from '../runner/scene.ts';
import type { Fault } from '../service/fault.ts';
import type { Plan } from '../service/ledger-service.ts';

export interface FaultPlan {
  readonly about: string;
  readonly scene: SceneOptions;
  readonly service: Plan;
  /** Fast time against real time. */
  readonly speed?: number;
  /** The command is right not to come to its end: it is interrupted after so many ms (real). */
  readonly patientMs?: number;
  /** How long the computer is off between that and the healthy part, ms of fast time. */
  readonly offMs?: number;
  /** Commands are run until the service has met so many uploads. */
  readonly uploads?: number;
}

export type Theme = (chance: SeededRandom, number: number, now: () => number) => FaultPlan;

export const direct = ['cutout', 'product', 'slimming', 'retouched', 'heads', 'apparel'] as const;
export const asTask = ['skin', 'lips', 'beauty-task', 'eyebrows'] as const;
/** Operations whose results are files at the service. */
export const addressed = ['cutout', 'product', 'slimming', 'heads', 'apparel', ...asTask] as const;
export const both = [...direct, ...asTask, 'retouched-cutout', 'skin-cutout', 'slimming-skin'] as const;
export const hour = 3_600_000;

export function sceneOf(
  chance: SeededRandom,
  names: readonly (keyof typeof recipes)[],
  more: Partial<SceneOptions> = {},
): { about: string; scene: SceneOptions } {
  const name = chance.pick(names);
  return {
    about: name,
    scene: {
      steps: recipes[name],
      count: chance.between(24, 32),
      twins: chance.pick([0, 0.25]),
      where: 'elsewhere',
      ...more,
    },
  };
}

/** The first `limit` of something meet a fault with some probability; every later one is well. */
export function first(
  limit: number,
  share: number,
  chance: SeededRandom,
  fault: (chance: SeededRandom) => Fault | null,
) {
  return (nth: number) => {
    const draw = chance.derive(nth);
    return nth < limit && draw.chance(share) ? fault(draw) : null;
  };
}

/** The same for what there is per upload: the first `limit` of each. */
export function firstOf(
  limit: number,
  share: number,
  chance: SeededRandom,
  fault: (chance: SeededRandom) => Fault | null,
) {
  return (upload: number, nth: number) => first(limit, share, chance.derive(upload), fault)(nth);
}
