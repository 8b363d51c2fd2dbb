import { randomUUID } from 'node:crypto';
import type { AddReport, ProofReport } from '../../contract/app/action-reports.ts';
import { msg } from '../../contract/messages/message.ts';
import { type Recipe, withoutConditions } from '../../contract/recipes/recipe.ts';
import type { Sample } from '../bundled-resources.ts';
import { addPhotographs } from '../intake/add-photographs.ts';
import { batchTitle, orderResultsFirst } from '../intake/batch-title.ts';
import type { AddPhotosOptions } from '../intake/examine/add-options.ts';
import { lookFirst } from '../intake/look-first.ts';
import { expandPaths } from '../intake/paths/expand-paths.ts';
import { reprocess } from '../intake/reprocess.ts';
import { addSamples } from '../intake/samples.ts';
import { UserError } from '../ipc/bridge/user-error.ts';
import type { Bulk } from '../review/actions/bulk-work.ts';
import type { Services } from '../service/services.ts';
import type { NewBatch, ReprocessSource, Store } from '../store/index.ts';
import type { Membership } from '../studio/membership/membership.ts';
import type { BatchCosts } from './batch-costs.ts';
import type { RecipeTarget, RecipeTargets } from './recipe-targets.ts';
import type { StudioBatches } from './studio-batches.ts';

export interface IntakeContext {
  readonly store: Store;
  readonly studio: Pick<Membership, 'studio' | 'intake'>;
  readonly services: Pick<Services, 'credits' | 'refresh'>;
  readonly bulk: Bulk;
  readonly samples: readonly Sample[];
  readonly targets: RecipeTargets;
  readonly costs: BatchCosts;
  readonly studioBatches: StudioBatches;
}

/** Adds photographs that the user drops or chooses. */
export class PhotoIntake {
  readonly #context: IntakeContext;

  constructor(context: IntakeContext) {
    this.#context = context;
  }

  async add(paths: readonly string[], recipeId: string): Promise<AddReport> {
    const { targets, costs } = this.#context;
    const recipe = targets.requireRecipe(recipeId);
    const batch: NewBatch = {
      title: batchTitle(paths),
      origin: 'drop',
      folderId: null,
      ...costs.termsOf([recipe]),
    };
    return costs.addCosts(await this.#addPaths(paths, recipe, batch));
  }

  /** Adds photographs without processing them. */
  lookFirst(paths: readonly string[], recipeId: string): Promise<ProofReport> {
    const { store, studio, targets } = this.#context;
    const recipe = targets.requireRecipe(recipeId);
    const profileId = targets.profileIdOf(recipe);
    const title = batchTitle(paths);
    const studioIntake = studio.intake({ key: randomUUID(), title }, profileId, 'drop');
    return lookFirst(this.#filesIn(paths), {
      store,
      profileId,
      ...targets.targetOf(recipe),
      batch: { title, origin: 'drop', folderId: null },
      ...(studioIntake ? { studio: studioIntake } : {}),
    });
  }

  /**
   * Adds known photographs again.
   * @param recipeId null: the current version of each photograph's recipe
   * @param profileId a service instead of the recipe's
   * @param options as in `ReprocessOptions`
   */
  processWith(
    sources: readonly ReprocessSource[],
    recipeId: string | null,
    profileId: string | null = null,
    { isRest = false, into }: { readonly isRest?: boolean; readonly into?: number | null } = {},
  ): Promise<AddReport> {
    const { store, bulk, targets, costs } = this.#context;
    if (recipeId !== null) targets.requireRecipe(recipeId);
    if (profileId !== null && store.profiles.get(profileId) === null)
      throw new UserError(msg('ipc.choose.knownService'));
    return bulk.runAlongside('again', sources.length, async (onProgress, signal) => {
      let count = 0;
      const onJobs = (ids: readonly number[]) => {
        count += ids.length;
        onProgress(count);
      };
      const targetFor = targets.createFinder(recipeId, profileId);
      const recipes = sources.map(targetFor).map((target) => {
        if (target === null) return null;
        return isRest ? target.recipe : withoutConditions(target.recipe);
      });
      const terms = costs.termsOf([...new Set(recipes)]);
      const report = await reprocess(sources, {
        store,
        targetFor,
        origin: 'drop',
        take: (files, target, batch) => this.addFiles(files, target, batch, { signal, onJobs }),
        signal,
        terms,
        isRest,
        ...(into === undefined ? {} : { into: this.#reopenBatch(into, terms) }),
      });
      return costs.addCosts(report);
    });
  }

  /** Returns the batch if it can take more photographs, or null. A batch that the user has paused stays unchanged. */
  #reopenBatch(id: number | null, { heldForCost = false }: Pick<NewBatch, 'heldForCost'>): number | null {
    const { batches } = this.#context.store;
    const batch = id === null ? null : batches.get(id);
    if (batch === null || (batch.held && !batch.heldForCost)) return null;
    if (heldForCost) batches.holdForCost(batch.id);
    return batch.id;
  }

  /** @throws UserError if the app has no samples */
  async addSamples(): Promise<AddReport> {
    const { store, samples } = this.#context;
    const report = await addSamples(samples, store.recipes, (paths, recipe, batch) =>
      this.#addPaths(paths, recipe, batch),
    );
    if (report === null) throw new UserError(msg('app.noSamples'));
    return report;
  }

  /** Adds files to a batch, and offers them to the studio. */
  addFiles(
    files: Parameters<typeof addPhotographs>[0],
    { recipe, outputFolder }: RecipeTarget,
    batch: AddPhotosOptions['batch'],
    options: Pick<AddPhotosOptions, 'signal' | 'onJobs'> = {},
  ): Promise<AddReport> {
    const { store, targets, studioBatches } = this.#context;
    const profileId = targets.profileIdOf(recipe);
    return addPhotographs(files, {
      store,
      recipe,
      outputFolder,
      profileId,
      from: 'hand',
      ...studioBatches.openBatch(batch, profileId),
      ...options,
    });
  }

  #addPaths(paths: readonly string[], recipe: Recipe, batch: AddPhotosOptions['batch']): Promise<AddReport> {
    return this.addFiles(this.#filesIn(paths), this.#context.targets.targetOf(recipe), batch);
  }

  #filesIn(paths: readonly string[]) {
    return expandPaths(orderResultsFirst(paths, this.#context.store), { recursive: true });
  }
}
