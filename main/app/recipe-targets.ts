import { msg } from '../../contract/messages/message.ts';
import { type Recipe, withoutConditions } from '../../contract/recipes/recipe.ts';
import { outputFolderOf } from '../intake/watch/watch-plan.ts';
import { UserError } from '../ipc/bridge/user-error.ts';
import type { ReprocessSource, Store } from '../store/index.ts';

export interface RecipeTarget {
  readonly recipe: Recipe;
  /** Absolute. */
  readonly outputFolder: string;
}

/** Chooses recipe, service and output folder of photographs. */
export class RecipeTargets {
  readonly #store: Pick<Store, 'recipes' | 'settings' | 'folders'>;

  constructor(store: Pick<Store, 'recipes' | 'settings' | 'folders'>) {
    this.#store = store;
  }

  /** @throws UserError if no such recipe exists */
  requireRecipe(id: string): Recipe {
    const recipe = this.#store.recipes.get(id);
    if (recipe === null) throw new UserError(msg('app.chooseRecipe'));
    return recipe;
  }

  profileIdOf(recipe: Recipe): string {
    return recipe.profileId ?? this.#store.settings.read().defaultProfileId;
  }

  targetOf(recipe: Recipe): RecipeTarget {
    return { recipe, outputFolder: recipe.output.folder ?? this.#store.settings.read().outputFolder };
  }

  /**
   * Returns the target of a known photograph, or null if its recipe is deleted.
   * @param recipeId null: the recipe of the photograph
   * @param profileId null: the service of the recipe
   */
  targetOfSource(source: ReprocessSource, recipeId: string | null, profileId: string | null): RecipeTarget | null {
    const chosen = this.#store.recipes.get(recipeId ?? source.recipeId ?? this.#store.settings.read().defaultRecipeId);
    if (chosen === null) return null;
    const recipe = profileId === null ? chosen : { ...chosen, profileId };
    const watchOutput = source.folderId === null ? null : outputFolderOf(this.#store, source.folderId, recipe);
    return watchOutput === null ? this.targetOf(recipe) : { recipe, outputFolder: watchOutput };
  }

  /** Returns a target without conditions, because the user chose this photograph. @param fallback if its recipe is deleted */
  chosenTargetOf(source: ReprocessSource, fallback: Recipe, profileId: string): RecipeTarget {
    const target = this.targetOfSource(source, fallback.id, profileId) ?? this.targetOf(fallback);
    const recipe = withoutConditions(target.recipe);
    return { ...target, recipe: source.product === null ? recipe : { ...recipe, product: source.product } };
  }
}
