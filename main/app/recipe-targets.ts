import { msg } from '../../contract/messages/message.ts';
import type { Recipe } from '../../contract/recipes/recipe.ts';
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
   * Returns a function that finds the target of a known photograph, or null if its recipe is deleted. Photographs with the
   * same recipe get the same object, which shows that they share one recipe.
   * @param recipeId null: the recipe of the photograph
   * @param profileId null: the service of the recipe
   */
  createFinder(recipeId: string | null, profileId: string | null): (source: ReprocessSource) => RecipeTarget | null {
    const { defaultRecipeId } = this.#store.settings.read();
    const recipes = new Map<string, Recipe | null>();
    const findRecipe = (id: string) => {
      const known = recipes.get(id);
      if (known !== undefined) return known;
      const found = this.#store.recipes.get(id);
      const recipe = found === null || profileId === null ? found : { ...found, profileId };
      recipes.set(id, recipe);
      return recipe;
    };
    return (source) => {
      const recipe = findRecipe(recipeId ?? source.recipeId ?? defaultRecipeId);
      if (recipe === null) return null;
      const watchOutput = source.folderId === null ? null : outputFolderOf(this.#store, source.folderId, recipe);
      return watchOutput === null ? this.targetOf(recipe) : { recipe, outputFolder: watchOutput };
    };
  }
}
