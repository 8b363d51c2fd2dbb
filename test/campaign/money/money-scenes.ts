/** Scenes of the money campaign: a peculiarity of the service, the account, the clock or the command. */
import { operations } from '../../../contract/operations/table.ts';
import { type CapKind, noCosts } from '../../../contract/services/costs.ts';
import { createSeededRandom, type SeededRandom } from '../../helpers/run/seeded-random.ts';
import type { Round } from '../runner/round.ts';
import { type RecipeName, withStore } from '../runner/scene.ts';
import { type Fault, page, pickBreak, pickQueryError, refusal } from '../service/fault.ts';
import { credit, healthy, type Plan } from '../service/ledger-service.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const priceOf = (operation: keyof typeof operations) => operations[operation].credits ?? 0;

export const sceneNames = [
  ...(['plain', 'another price', 'late refunds', 'a cached balance', 'a second address'] as const),
  ...(['a clock ahead', 'a clock behind', 'a limit from the second command on'] as const),
  ...(['a trial from the second command on', 'a shared account', 'failing queries'] as const),
] as const;
export type SceneName = (typeof sceneNames)[number];

export interface Terms {
  readonly scene: SceneName;
  readonly cap: CapKind | null;
  /** Limit in credits of the price list. */
  readonly maxCredits: number;
  readonly knowsKeys: boolean;
  readonly tellsBalance: boolean;
  /** Share of uploads with a fault. */
  readonly faultShare: number;
}

/** Returns the recipes of a scene, all of operations with a price. */
export function recipesOf(scene: SceneName): readonly RecipeName[] {
  // At the second address a task is unknown, and its job waits for a day.
  if (scene === 'a second address') return ['cutout', 'slimming'];
  if (scene === 'failing queries') return ['lips', 'beauty-task'];
  return ['cutout', 'slimming', 'slimming', 'lips', 'beauty-task', 'retouched-cutout'];
}

/** @param credits price of all photographs of the round, and of one */
export function drawTerms(chance: SeededRandom, scene: SceneName, { all, one }: { all: number; one: number }): Terms {
  const hasKeys = scene === 'a second address' || scene === 'a clock behind';
  const needsBalance = scene === 'late refunds' || scene === 'a cached balance' || scene === 'a shared account';
  const tellsBalance = needsBalance || chance.chance(0.7);
  const faultShare = chance.pick([0, 0.1, 0.3]);
  return {
    scene,
    cap: chance.pick(limitsOf(scene, tellsBalance)),
    maxCredits: chance.between(one, all),
    knowsKeys: hasKeys || chance.chance(0.3),
    tellsBalance,
    faultShare: scene === 'plain' || scene === 'failing queries' ? faultShare : Math.max(0.2, faultShare),
  };
}

/** Returns the possible limits of a scene. A limit of the balance needs a correct balance without other users. */
function limitsOf(scene: SceneName, tellsBalance: boolean): readonly (CapKind | null)[] {
  switch (scene) {
    case 'plain':
      return tellsBalance ? ['batch', 'day', 'month', 'balance', null] : ['batch', 'day', null];
    case 'a limit from the second command on':
      return ['batch'];
    case 'a trial from the second command on':
    case 'a second address':
      return [null];
    case 'a clock ahead':
    case 'a clock behind':
      return ['day', 'month', null];
    default:
      return ['batch', 'day', 'month', null];
  }
}

/** Plans a service that loses some responses, with and without their charge, and plays the scene. */
export function charging(seed: number, { scene, faultShare, knowsKeys, tellsBalance }: Terms): Plan {
  const chance = createSeededRandom(seed);
  const faultOf = (upload: number): Fault | null => {
    const draw = chance.derive('upload', upload);
    if (!draw.chance(faultShare)) return null;
    if (draw.chance(0.15)) return refusal('AI_SERVICE_INTERNAL_ERROR', 'new');
    if (draw.chance(0.2)) return page(502, 'html', { charged: draw.chance(0.5) });
    return pickBreak(draw);
  };
  const late = (upload: number) => chance.derive('late', upload);
  return {
    ...healthy,
    price: priceOf,
    tellsBalance,
    knowsKeys,
    latency: () => 15,
    upload: faultOf,
    fate: (upload) => (chance.derive('fate', upload).chance(faultShare / 3) ? 'fails' : { queries: 1 }),
    chargesAfter: (upload) => (late(upload).chance(0.2) ? late(upload).below(minuteMs) : 0),
    ...peculiarityOf(scene, chance),
  };
}

function peculiarityOf(scene: SceneName, chance: SeededRandom): Partial<Plan> {
  switch (scene) {
    case 'another price': {
      const factors = [0.5, 1, 1, 1.5, 3];
      return {
        actualPrice: (operation, upload) =>
          Math.max(0.5, priceOf(operation) * chance.derive('price', upload).pick(factors)),
      };
    }
    case 'late refunds':
      return {
        fate: (upload) => (chance.derive('fate', upload).chance(0.25) ? 'fails' : { queries: 1 }),
        refundsAfter: (upload) => chance.derive('refund', upload).between(minuteMs, 20 * minuteMs),
      };
    case 'a cached balance':
      return { balanceAgeMs: 5 * minuteMs };
    case 'a shared account': {
      const spentUntil = (nth: number): number =>
        nth < 0 ? 0 : spentUntil(nth - 1) + chance.derive('others', nth).pick([0, 0, 1, 2, 5, 40, -25]);
      return { spentByOthers: spentUntil };
    }
    case 'failing queries':
      return {
        fate: () => ({ queries: 4 }),
        query: (upload, nth) => {
          const draw = chance.derive('query', upload, nth);
          return nth < 4 && draw.chance(0.6) ? pickQueryError(draw) : null;
        },
      };
    default:
      return {};
  }
}

/** Saves the profile with 16 requests at a time, the limit and the address of the service. */
export function saveProfile({ scene }: Round, { cap, maxCredits, knowsKeys }: Terms, baseUrl?: string): void {
  withStore(scene.data, ({ profiles }) => {
    const profile = profiles.get('ledger')!;
    const costs = {
      ...noCosts,
      ...(cap === 'day' ? { perDay: maxCredits } : {}),
      ...(cap === 'month' ? { perMonth: maxCredits } : {}),
      ...(cap === 'balance' ? { keepBalance: credit - maxCredits } : {}),
    };
    const address = baseUrl === undefined ? {} : { baseUrl };
    profiles.save({ ...profile, ...address, costs, idempotencyKeys: knowsKeys, maxConcurrency: 16 });
  });
}
