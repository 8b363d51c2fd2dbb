/** Adding photographs: dropped, chosen, or the samples; and telling what became of them. */
import i18next from 'i18next';
import type { AddReport } from '../../preload/contract/channels.ts';
import type { Recipe } from '../../preload/contract/recipe.ts';
import { ask, notify } from '../bridge.ts';
import type { Data } from './data.ts';
import { currentData } from './store.ts';
import { goTo, useUi } from './ui.ts';

/** The recipe for what is added now: the one chosen in the queue, the one of the settings, or the first. */
export function recipeForAdding(data: Data, chosen: string | null): Recipe | undefined {
  const byId = (id: string | null) => data.recipes.find((recipe) => recipe.id === id);
  return byId(chosen) ?? byId(data.settings.defaultRecipeId) ?? data.recipes[0];
}

export async function addPaths(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) {
    notify({ tone: 'warning', text: i18next.t('notices.noPaths') });
    return;
  }
  const recipe = recipeForAdding(currentData(), useUi.getState().recipeId);
  if (!recipe) {
    notify({ tone: 'warning', text: i18next.t('notices.noRecipe') });
    goTo('recipes');
    return;
  }
  const reply = await ask('intake.add', { paths: [...paths], recipeId: recipe.id });
  if (reply.ok) report(reply.value);
}

export async function chooseAndAdd(): Promise<void> {
  const reply = await ask('app.chooseImages');
  if (reply.ok && reply.value.length > 0) await addPaths(reply.value);
}

export async function addSamples(): Promise<void> {
  const reply = await ask('intake.samples');
  if (reply.ok) report(reply.value);
}

/** A clean report is a short notice; one with refused or skipped photographs stays until it is closed. */
export function report(added: AddReport): void {
  goTo('queue');
  if (added.accepted > 0 && added.refused.length === 0 && added.skipped === 0) {
    useUi.setState({ report: null });
    notify({ tone: 'success', text: i18next.t('notices.added', { count: added.accepted }) });
  } else useUi.setState({ report: added });
}
