/** The scenes of the campaign about money: what is special about the service, the account, the clock or the command of a round. */

import { operations } from '../../../contract/operations/table.ts';
import { type CapKind, noCosts } from '../../../contract/services/costs.ts';
import { openStore } from '../../../main/store/index.ts';
import { createSeededRandom, type SeededRandom } from '../../helpers/seeded-random.ts';
import type { Round } from '../runner/round.ts';
import type { recipes } from '../runner/scene.ts';
import { aBreak, type Fault, page, queryError, refusal } from '../service/fault.ts';
import { credit, healthy, type Plan } from '../service/ledger-service.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const priceOf = (operation: keyof typeof operations) => operations[operation].credits ?? 0;

export const sceneNames = [
  'plain',
  'another price',
  'late refunds',
  'a cached balance',
  'a second address',
  'a clock ahead',
  'a clock behind',
  'a limit from the second command on',
  'a trial from the second command on',
  'a shared account',
  'failing queries',
] as const;
export type SceneName = (typeof sceneNames)[number];

type RecipeName = keyof typeof recipes;
/** Whose prices are in the table of operations. */
const direct = ['cutout', 'slimming'] as const satisfies readonly RecipeName[];
const asTask = ['lips', 'beauty-task'] as const satisfies readonly RecipeName[];
const all = [...direct, 'slimming', 'lips', 'beauty-task', 'retouched-cutout'] as const satisfies readonly RecipeName[];

export interface Terms {
  readonly scene: SceneName;
  readonly cap: CapKind | null;
  /** Credits that may be spent under it, by the price list. */
  readonly most: number;
  readonly knowsKeys: boolean;
  readonly tellsBalance: boolean;
  /** The share of uploads that something befalls. */
  readonly often: number;
}

export function recipesOf(scene: SceneName): readonly RecipeName[] {
  switch (scene) {
    // A task cannot be asked for at the second address, and its job waits there for a day.
    case 'a second address':
      return direct;
    case 'failing queries':
      return asTask;
    default:
      return all;
  }
}

/** @param credits that all photographs of the round cost by the price list, and one of them */
export function drawTerms(chance: SeededRandom, scene: SceneName, { all, one }: { all: number; one: number }): Terms {
  const hasKeys = scene === 'a second address' || scene === 'a clock behind';
  const needsBalance = scene === 'late refunds' || scene === 'a cached balance' || scene === 'a shared account';
  const tellsBalance = needsBalance || chance.chance(0.7);
  const often = chance.pick([0, 0.1, 0.3]);
  return {
    scene,
    cap: chance.pick(capsOf(scene, tellsBalance)),
    most: chance.between(one, all),
    knowsKeys: hasKeys || chance.chance(0.3),
    tellsBalance,
    often: scene === 'plain' || scene === 'failing queries' ? often : Math.max(0.2, often),
  };
}

/** A limit of the balance holds only if the balance is true and no one else spends. */
function capsOf(scene: SceneName, tellsBalance: boolean): readonly (CapKind | null)[] {
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

/** A service whose answers are lost now and then, with and without their price; and whatever the scene does to it. */
export function charging(seed: number, terms: Terms): Plan {
  const chance = createSeededRandom(seed);
  const { often, knowsKeys, tellsBalance } = terms;
  const faultOf = (upload: number): Fault | null => {
    const draw = chance.derive('upload', upload);
    if (!draw.chance(often)) return null;
    if (draw.chance(0.15)) return refusal('AI_SERVICE_INTERNAL_ERROR', 'new');
    if (draw.chance(0.2)) return page(502, 'html', { charged: draw.chance(0.5) });
    return aBreak(draw);
  };
  return {
    ...healthy,
    price: priceOf,
    tellsBalance,
    knowsKeys,
    latency: () => 15,
    upload: faultOf,
    fate: (upload) => (chance.derive('fate', upload).chance(often / 3) ? 'fails' : { queries: 1 }),
    chargesAfter: (upload) =>
      chance.derive('late', upload).chance(0.2) ? chance.derive('late', upload).below(minute) : 0,
    ...peculiarities(terms.scene, chance),
  };
}

function peculiarities(scene: SceneName, chance: SeededRandom): Partial<Plan> {
  switch (scene) {
    case 'another price':
      return {
        actualPrice: (operation, upload) =>
          Math.max(0.5, priceOf(operation) * chance.derive('price', upload).pick([0.5, 1, 1, 1.5, 3])),
      };
    case 'late refunds':
      return {
        fate: (upload) => (chance.derive('fate', upload).chance(0.25) ? 'fails' : { queries: 1 }),
        refundsAfter: (upload) => chance.derive('refund', upload).between(minute, 20 * minute),
      };
    case 'a cached balance':
      return { balanceAgeMs: 5 * minute };
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
          return nth < 4 && draw.chance(0.6) ? queryError(draw) : null;
        },
      };
    default:
      return {};
  }
}

/** What the user has set up: 16 requests at a time, a limit, and the address of the service. */
export function setUp({ scene }: Round, { cap, most, knowsKeys }: Omit<Terms, 'scene'>, baseUrl?: string): void {
  const store = openStore({ folder: scene.data });
  try {
    const profile = store.profiles.get('ledger')!;
    const costs = {
      ...noCosts,
      ...(cap === 'day' ? { perDay: most } : {}),
      ...(cap === 'month' ? { perMonth: most } : {}),
      ...(cap === 'balance' ? { keepBalance: credit - most } : {}),
    };
    const address = baseUrl === undefined ? {} : { baseUrl };
    store.profiles.save({ ...profile, ...address, costs, idempotencyKeys: knowsKeys, maxConcurrency: 16 });
  } finally {
    store.close();
  }
}
