/** The photograph that recipes are tried out on beside their form, whichever of them is open: the sample, or one of the user's. */
import { create } from 'zustand';
import type { Grant } from '../../../contract/validation/path-grant.ts';
import { request } from '../../bridge.ts';
import { currentData } from '../data/store.ts';
import { goTo } from '../window/navigation.ts';
import { currentRecipe } from './intake.ts';

interface TriedOn {
  /** Null: the sample. */
  readonly photograph: Grant | null;
}

export const usePreviewPhoto = create<TriedOn>(() => ({ photograph: null }));

/** Asks for a file. */
export async function choosePhotograph(): Promise<void> {
  const reply = await request('app.choosePhotograph', { purpose: 'preview' });
  if (reply.ok && reply.value !== null) usePreviewPhoto.setState({ photograph: reply.value });
}

/** Opens a recipe beside a photograph of the queue or of the light table. @param named what the recipe is called; else the one for adding */
export async function previewRecipeOn(kind: 'job' | 'photograph', id: number, named?: string): Promise<void> {
  const reply = await request('recipes.previewOf', { kind, id });
  if (!reply.ok) return;
  usePreviewPhoto.setState({ photograph: reply.value });
  const recipe = currentData().recipes.find(({ name }) => name === named) ?? currentRecipe();
  goTo('recipes', recipe ? { recipeId: recipe.id } : null);
}
