/** Recipes by name, in the user's order. */
import { recipeSchema, starterRecipes } from '../../../contract/recipes/recipe.ts';
import type { StoreContext } from '../store-context.ts';
import { jsonDocuments } from './json-documents.ts';

export function recipes(context: StoreContext) {
  const table = jsonDocuments(
    context,
    'recipes',
    'recipe',
    (document) => recipeSchema.safeParse(document).data ?? null,
  );
  return {
    ...table,
    /** The recipes of a new installation. @param nameOf what one is called, from what it is called in English */
    addStarters: (nameOf: (name: string) => string): void => {
      for (const recipe of starterRecipes) table.save({ ...recipe, name: nameOf(recipe.name) });
    },
  };
}
