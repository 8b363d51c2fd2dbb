import type { AddReport } from '../../contract/app/action-reports.ts';
import { msg } from '../../contract/messages/message.ts';
import { type Recipe, trialTerms } from '../../contract/recipes/recipe.ts';
import { canCharge } from '../../contract/services/profile.ts';
import { alternativeRecipe, costOf } from '../pipeline/spending/estimate.ts';
import type { Services } from '../service/services.ts';
import type { NewBatch, Store } from '../store/index.ts';
import type { Membership } from '../studio/membership/membership.ts';
import type { RecipeTargets } from './recipe-targets.ts';
import type { StudioBatches } from './studio-batches.ts';

interface BatchCostsContext {
  readonly store: Store;
  readonly studio: Pick<Membership, 'studio'>;
  readonly services: Pick<Services, 'credits' | 'refresh'>;
  readonly targets: RecipeTargets;
  readonly studioBatches: StudioBatches;
}

/** Holds batches until their cost is known and, if necessary, approved by the user. */
export class BatchCosts {
  readonly #context: BatchCostsContext;

  constructor(context: BatchCostsContext) {
    this.#context = context;
  }

  /** Returns the terms of a batch with these recipes: a trial, if the only recipe has one, and whether it is held. */
  termsOf(recipes: readonly (Recipe | null)[]): Pick<NewBatch, 'heldForCost' | 'trial'> {
    const { store } = this.#context;
    const [recipe] = recipes;
    const trial = recipes.length === 1 && recipe ? trialTerms(recipe) : {};
    const heldForCost = recipes
      .flatMap((each) => (each ? [each, ...alternativeRecipe(each, store)] : []))
      .some((each) => this.#needsEstimate(each, 'trial' in trial));
    return { heldForCost, ...trial };
  }

  #needsEstimate(recipe: Recipe, hasTrial: boolean): boolean {
    const { store, studio, targets } = this.#context;
    const profile = store.profiles.get(targets.profileIdOf(recipe));
    if (profile === null || !canCharge(profile)) return false;
    // Other stations of a studio would start before the estimate.
    return studio.studio?.desk != null || profile.costs.askAbove !== null || hasTrial;
  }

  /** Adds the estimated cost to a report, and starts the batch unless the user must approve it. */
  async addCosts(report: AddReport): Promise<AddReport> {
    const { store, studioBatches } = this.#context;
    const { batchId } = report;
    if (batchId === null) return report;
    // While the studio's database is away, the batch waits. It is estimated later.
    if (!(await studioBatches.showOffered(batchId, () => void this.#release(batchId)))) return report;
    if (studioBatches.keepUnlessEmpty(batchId) === null) return { ...report, batchId: null };
    const { estimates, asks } = await this.#release(batchId);
    const isMaximum = estimates.length > 0 && store.requestsLeft.hasConditional({ batchId });
    const notes = isMaximum ? [...report.notes, msg('app.mostCost')] : report.notes;
    return { ...report, notes, estimates, asksAboutCost: asks };
  }

  /** Estimates a batch, and starts it unless the user must decide. */
  async #release(batchId: number) {
    const { store, services } = this.#context;
    store.trials.choose(batchId);
    const { estimates, asks } = await costOf({ batchId }, store, services);
    const { heldForCost: isHeld = false, trial = null } = store.batches.get(batchId) ?? {};
    // A trial at a paid service can start with free drafts.
    const needsDecision = asks !== null || (trial !== null && estimates.some(({ requests }) => requests > 0));
    if (isHeld && !needsDecision) store.batches.setCap(batchId, null);
    store.trials.choose(batchId);
    return { estimates, asks: isHeld && needsDecision };
  }
}
