/** Comparisons of two services: starts and estimates them. Verdicts and outcomes: `main/store/results/comparisons.ts`. */
import type { AddReport, ComparisonStarted } from '../../contract/app/action-reports.ts';
import { msg } from '../../contract/messages/message.ts';
import { producesPicture, type Recipe, withoutConditions } from '../../contract/recipes/recipe.ts';
import type { Profile } from '../../contract/services/profile.ts';
import type { ComparisonEstimate } from '../../contract/services/service-comparison.ts';
import type { addPhotographs } from '../intake/add-photographs.ts';
import type { AddPhotosOptions } from '../intake/examine/add-options.ts';
import { UserError } from '../ipc/bridge/user-error.ts';
import type { Bulk } from '../review/actions/bulk-work.ts';
import type { Services } from '../service/services.ts';
import type { NewBatch, ReprocessSource, Store } from '../store/index.ts';
import { addForComparison, chooseForComparison, estimateComparison } from './compared-photographs.ts';

type Target = Pick<AddPhotosOptions, 'recipe' | 'outputFolder'>;

export interface ComparisonContext {
  readonly store: Store;
  readonly services: Pick<Services, 'credits'>;
  readonly bulk: Bulk;
  readonly isInStudio: () => boolean;
  readonly targets: {
    requireRecipe(id: string): Recipe;
    targetOf(recipe: Recipe): Target;
    createFinder(recipeId: string, profileId: string): (source: ReprocessSource) => Target | null;
  };
  readonly addFiles: (
    files: Parameters<typeof addPhotographs>[0],
    target: Target,
    batch: AddPhotosOptions['batch'],
    options: Pick<AddPhotosOptions, 'onJobs'>,
  ) => Promise<AddReport>;
  /** Estimates the new batch, and starts it unless the user must approve the cost. */
  readonly addCosts: (report: AddReport) => Promise<AddReport>;
}

export class ServiceComparisons {
  readonly #context: ComparisonContext;

  constructor(context: ComparisonContext) {
    this.#context = context;
  }

  /** Processes known photographs with one recipe at both services. @throws UserError if they cannot be compared */
  async start(
    sources: readonly ReprocessSource[],
    recipeId: string,
    profileIds: readonly [string, string],
  ): Promise<ComparisonStarted> {
    const { store, bulk, targets, isInStudio, addFiles, addCosts } = this.#context;
    if (isInStudio()) throw new UserError(msg('app.compare.studio'));
    const recipe = targets.requireRecipe(recipeId);
    if (!producesPicture(recipe)) throw new UserError(msg('app.compare.noPicture'));
    const [a, b] = this.#findProfiles(profileIds);
    const chosen = chooseForComparison(sources);
    const batch: NewBatch = {
      title: msg('intake.batch.compared', { one: a.name, other: b.name }),
      origin: 'drop',
      folderId: null,
      // Held until all photographs are added. Otherwise one that fails at a service could move to the other.
      heldForCost: true,
    };
    const findTargets = [targets.createFinder(recipeId, a.id), targets.createFinder(recipeId, b.id)] as const;
    const targetAt = (source: ReprocessSource, service: 0 | 1): Target => {
      const target = findTargets[service](source) ?? targets.targetOf(recipe);
      // The user chose these photographs.
      const unconditional = withoutConditions(target.recipe);
      return {
        ...target,
        recipe: source.product === null ? unconditional : { ...unconditional, product: source.product },
      };
    };
    const { report, pairs } = await bulk.runAlongside('again', 2 * chosen.length, (onProgress, signal) =>
      addForComparison(chosen, {
        store,
        batch,
        onProgress,
        signal,
        isAt: (id, service) => store.jobs.get(id)?.profileId === profileIds[service],
        take: (file, source, service, targetBatch, onJobs) =>
          addFiles([file], targetAt(source, service), targetBatch, { onJobs }),
      }),
    );
    if (pairs.length === 0) throw new UserError(msg('app.compare.none'));
    const id = store.comparisons.create({
      recipe,
      services: [
        { profileId: a.id, service: a.name },
        { profileId: b.id, service: b.name },
      ],
      pairs,
    });
    return { id, report: await addCosts(report) };
  }

  /** @throws UserError if no such recipe exists */
  estimate(
    sources: readonly ReprocessSource[],
    recipeId: string,
    profileIds: readonly [string, string],
  ): ComparisonEstimate {
    const { store, services, targets } = this.#context;
    return estimateComparison(sources, targets.requireRecipe(recipeId), profileIds, { store, services });
  }

  #findProfiles([firstId, secondId]: readonly [string, string]): readonly [Profile, Profile] {
    const { profiles } = this.#context.store;
    const [a, b] = [profiles.get(firstId), profiles.get(secondId)];
    if (!a || !b) throw new UserError(msg('ipc.choose.knownService'));
    if (a.id === b.id) throw new UserError(msg('app.compare.same'));
    return [a, b];
  }
}
