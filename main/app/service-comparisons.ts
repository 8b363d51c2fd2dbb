import type { ComparisonStarted } from '../../contract/app/action-reports.ts';
import { msg } from '../../contract/messages/message.ts';
import { producesPicture, withoutConditions } from '../../contract/recipes/recipe.ts';
import type { Profile } from '../../contract/services/profile.ts';
import type { ComparisonEstimate } from '../../contract/services/service-comparison.ts';
import { addForComparison, chooseForComparison, estimateComparison } from '../intake/compare-services.ts';
import { UserError } from '../ipc/bridge/user-error.ts';
import type { NewBatch, ReprocessSource } from '../store/index.ts';
import type { IntakeContext, PhotoIntake } from './photo-intake.ts';
import type { RecipeTarget } from './recipe-targets.ts';

/** Compares two services by processing known photographs with one recipe at both. */
export class ServiceComparisons {
  readonly #context: IntakeContext;
  readonly #photos: PhotoIntake;

  constructor(context: IntakeContext, photos: PhotoIntake) {
    this.#context = context;
    this.#photos = photos;
  }

  /** @throws UserError if the services or photographs cannot be compared */
  async start(
    sources: readonly ReprocessSource[],
    recipeId: string,
    profileIds: readonly [string, string],
  ): Promise<ComparisonStarted> {
    const { store, studio, bulk, targets, costs } = this.#context;
    if (studio.studio !== null) throw new UserError(msg('app.compare.studio'));
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
    const targetAt = (source: ReprocessSource, service: 0 | 1): RecipeTarget => {
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
          this.#photos.addFiles([file], targetAt(source, service), targetBatch, { onJobs }),
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
    return { id, report: await costs.addCosts(report) };
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
