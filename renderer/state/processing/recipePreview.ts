/** The photograph of the recipe preview, shared by all recipes. */
import { create } from 'zustand';
import type { Grant } from '../../../contract/validation/path-grant.ts';
import { request } from '../../bridge.ts';
import { currentData } from '../data/store.ts';
import { goTo } from '../window/navigation.ts';
import { currentRecipe } from './intake.ts';

interface PreviewPhoto {
  /** Null for the sample. */
  readonly photograph: Grant | null;
}

export const usePreviewPhoto = create<PreviewPhoto>(() => ({ photograph: null }));

export async function choosePhotograph(): Promise<void> {
  const reply = await request('app.choosePhotograph', { purpose: 'preview' });
  if (reply.ok && reply.value !== null) usePreviewPhoto.setState({ photograph: reply.value });
}

/** Opens a recipe with a photograph as its preview. @param recipeName without it, the recipe for added photographs opens */
export async function previewRecipeOn(kind: 'job' | 'photograph', id: number, recipeName?: string): Promise<void> {
  const reply = await request('recipes.previewOf', { kind, id });
  if (!reply.ok) return;
  usePreviewPhoto.setState({ photograph: reply.value });
  const recipe = currentData().recipes.find(({ name }) => name === recipeName) ?? currentRecipe();
  goTo('recipes', recipe ? { recipeId: recipe.id } : null);
}
