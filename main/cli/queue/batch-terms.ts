/** Terms of the batch that a command adds: folder, service, cost limit, approval and trial. */
import { msg } from '../../../contract/messages/message.ts';
import { type Recipe, trialTerms } from '../../../contract/recipes/recipe.ts';
import { creditsMessage } from '../../../contract/services/costs.ts';
import { canCharge, type Profile } from '../../../contract/services/profile.ts';
import { alternativeRecipe } from '../../pipeline/spending/estimate.ts';
import type { NewBatch, Store } from '../../store/index.ts';
import { UsageError } from '../exit-codes.ts';
import type { BatchTermOptions } from '../options/adding-options.ts';
import type { Session } from '../session/command-session.ts';

/** Returns the folder for results: that of `--out`, of the recipe, or of the settings. */
export function outputFolder(store: Store, recipe: Recipe, out: string | undefined): string {
  return out ?? recipe.output.folder ?? store.settings.read().outputFolder;
}

/** Returns the id of the service that photographs of a recipe are sent to. */
export function serviceOf({ store, profileId }: Session, recipe: Recipe): string {
  return profileId ?? recipe.profileId ?? store.settings.read().defaultProfileId;
}

/**
 * Returns the terms of a command's batch: its cost limit, or a hold until its cost is approved, and its trial.
 * @param recipe null = each photograph's own
 * @param isForStudio whether a studio may process it
 * @throws UsageError if a studio would start before the user has approved the cost
 */
export function batchTerms(
  session: Session,
  profileId: string,
  recipe: Recipe | null,
  { maxCredits, trial }: BatchTermOptions,
  isForStudio = session.app.studio !== null,
): Pick<NewBatch, 'heldForCost' | 'maxCredits' | 'trial'> {
  const recipeTrial = recipe === null ? {} : trialTerms(recipe);
  const trialOrHold = trial === undefined ? recipeTrial : heldForTrial(recipe);
  if (maxCredits !== undefined) return { maxCredits, ...trialOrHold };
  const asking = findAskingService(session, profileId, recipe);
  if (!isForStudio) return { heldForCost: asking !== undefined, ...trialOrHold };
  if (asking === undefined) return {};
  const credits = creditsMessage(asking.costs.askAbove ?? 0);
  throw new UsageError(msg('cli.usage.asksInStudio', { service: asking.name, credits }));
}

/** Holds all photographs, also from another queue owner, until `trials.limit` has counted those of earlier commands. */
function heldForTrial(recipe: Recipe | null): Pick<NewBatch, 'trial'> {
  return { trial: { count: 0, spread: recipe?.trial === 'spread' } };
}

/** Finds a paid service of the recipe that needs approval above some cost. */
function findAskingService({ store }: Session, profileId: string, recipe: Recipe | null): Profile | undefined {
  const { defaultProfileId } = store.settings.read();
  const alternatives = recipe === null ? [] : alternativeRecipe(recipe, store);
  return (
    [profileId, ...alternatives.map((alternative) => alternative.profileId ?? defaultProfileId)]
      .map((id) => store.profiles.get(id))
      .find((profile) => profile !== null && canCharge(profile) && profile.costs.askAbove !== null) ?? undefined
  );
}
