/** Estimates the cost of jobs before anything is sent. */
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { type Estimate, needsConfirmation, noCosts, priceOf } from '../../../contract/services/costs.ts';
import { balanceOf } from '../../../contract/services/profile.ts';
import type { Services } from '../../service/services.ts';
import type { Job, JobsOf, RemainingRequests, Store } from '../../store/index.ts';
import { countCachedSteps } from '../stages/results/step-cache.ts';
import { createChargeCheck } from './charging-services.ts';

type EstimateStore = Pick<
  Store,
  'jobs' | 'ledger' | 'profiles' | 'recipes' | 'requestsLeft' | 'settings' | 'workFolder'
>;

/**
 * Returns maximum costs of paid services, because conditions may exclude photographs later.
 * @param balanceOf returns the last known balance
 */
function estimatesOf(
  jobs: JobsOf,
  store: EstimateStore,
  canCharge: (profileId: string) => boolean,
  balanceOf: (profileId: string) => number | null,
): Estimate[] {
  const cachedSteps = countCachedRequests(jobs, store);
  const remaining = requestsOf(jobs, store).filter(({ profileId }) => canCharge(profileId));
  return [...Map.groupBy(remaining, ({ profileId }) => profileId)].map(([profileId, operations]) => {
    const prices = store.profiles.get(profileId)?.costs ?? { prices: {} };
    const counted = operations.map(({ operation, requests, paid, isInstead }) => {
      const done = isInstead ? 0 : (cachedSteps.get(`${profileId} ${operation}`) ?? 0);
      return { operation, requests: requests - done, paid: paid + done, price: priceOf(operation, prices) };
    });
    const sum = (select: (each: (typeof counted)[number]) => number) =>
      counted.reduce((all, each) => all + select(each), 0);
    return {
      profileId,
      requests: sum(({ requests }) => requests),
      paid: sum(({ paid }) => paid),
      credits: sum(({ requests, price }) => requests * (price ?? 0)),
      unknown: counted.flatMap(({ operation, requests, price }) => (price === null && requests > 0 ? operation : [])),
      balance: balanceOf(profileId),
    };
  });
}

/** Age of a current balance, in ms. */
const freshMs = 60_000;

/** Returns estimates with current balances. */
export async function estimatesFor(
  jobs: JobsOf,
  store: EstimateStore,
  services: Pick<Services, 'credits' | 'refresh'>,
): Promise<Estimate[]> {
  const canCharge = createChargeCheck(store);
  const profileIds = requestsOf(jobs, store).map(({ profileId }) => profileId);
  await Promise.all(
    [...new Set(profileIds)].filter(canCharge).map(async (profileId) => {
      const known = services.credits(profileId);
      const isFresh = known !== null && typeof known === 'object' && Date.now() - known.at <= freshMs;
      if (!isFresh) await services.refresh(profileId);
    }),
  );
  return estimatesOf(jobs, store, canCharge, (profileId) => balanceOf(services.credits(profileId)));
}

/** Returns estimates. `asks` is the approved amount in credits of the first service that would exceed it, or null. */
export async function costOf(jobs: JobsOf, store: EstimateStore, services: Pick<Services, 'credits' | 'refresh'>) {
  const estimates = await estimatesFor(jobs, store, services);
  const costsOf = ({ profileId }: Estimate) => store.profiles.get(profileId)?.costs ?? noCosts;
  const expensive = estimates.find((each) => needsConfirmation(each, costsOf(each)));
  return { estimates, asks: expensive === undefined ? null : costsOf(expensive).askAbove };
}

/** Adds requests of alternative recipes, unless these replace more expensive ones. */
function requestsOf(jobs: JobsOf, store: EstimateStore): (RemainingRequests & { readonly isInstead?: true })[] {
  const { defaultProfileId } = store.settings.read();
  const instead = store.requestsLeft.conditional(jobs).flatMap(({ id, count }) => {
    const job = store.jobs.get(id);
    return (job === null ? [] : alternativeRecipe(job.recipe, store)).flatMap((alternative) => {
      const profileId = alternative.profileId ?? defaultProfileId;
      if (
        profileId === job?.profileId &&
        priceOfAll(alternative, profileId, store) <= priceOfAll(job.recipe, profileId, store)
      )
        return [];
      return alternative.steps.map(
        ({ operation }) => ({ profileId, operation, requests: count, paid: 0, isInstead: true }) as const,
      );
    });
  });
  return [...store.requestsLeft.of(jobs), ...instead];
}

/** Returns the recipe for excluded photographs, if any. */
export function alternativeRecipe({ only }: Pick<Recipe, 'only'>, { recipes }: Pick<Store, 'recipes'>): Recipe[] {
  if (only?.otherwise.kind !== 'recipe') return [];
  const alternative = recipes.get(only.otherwise.recipeId);
  return alternative === null ? [] : [alternative];
}

function priceOfAll({ steps }: Recipe, profileId: string, { profiles }: EstimateStore): number {
  const costs = profiles.get(profileId)?.costs ?? noCosts;
  return steps.reduce((sum, { operation }) => sum + (priceOf(operation, costs) ?? 0), 0);
}

/** Counts cached steps by service and operation. */
function countCachedRequests(jobs: JobsOf, store: EstimateStore): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of store.requestsLeft.unstarted(jobs)) {
    const job = store.jobs.get(id);
    if (job === null) continue;
    for (const operation of operationsOf(job).slice(0, countCachedSteps(job, store))) {
      const key = `${job.profileId} ${operation}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

const operationsOf = ({ recipe }: Pick<Job, 'recipe'>): OperationId[] => recipe.steps.map(({ operation }) => operation);
