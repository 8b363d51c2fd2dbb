/** The photographs the app comes with: taken in as one batch, each with the recipe that suits it, or shown with a recipe. */

import type { AddReport } from '../../contract/app/action-reports.ts';
import { msg } from '../../contract/messages/message.ts';
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import { type Recipe, starterRecipes } from '../../contract/recipes/recipe.ts';
import type { NewBatch, Store } from '../store/index.ts';
import { mergeReports } from './merge-reports.ts';

/** The sample that shows best what an operation does: the first of the starter recipe that is made of it, else the first of all. */
export function sampleFor(
  operation: OperationId,
  samples: readonly { readonly path: string; readonly recipeId: string }[],
): string | null {
  const recipe = starterRecipes.find(({ steps }) => steps[0]?.operation === operation);
  return (samples.find(({ recipeId }) => recipeId === recipe?.id) ?? samples[0])?.path ?? null;
}

/** @returns null where there is none */
export async function addSamples(
  samples: readonly { readonly path: string; readonly recipeId: string }[],
  recipes: Pick<Store['recipes'], 'get'>,
  take: (paths: readonly string[], recipe: Recipe, batch: NewBatch | { batchId: number }) => Promise<AddReport>,
): Promise<AddReport | null> {
  let batch: NewBatch | { batchId: number } = { title: msg('intake.batch.samples'), origin: 'sample', folderId: null };
  const reports: AddReport[] = [];
  for (const { path, recipeId } of samples) {
    const recipe = recipes.get(recipeId) ?? starterRecipes.find(({ id }) => id === recipeId);
    if (!recipe) continue;
    const report = await take([path], recipe, batch);
    if (report.batchId !== null) batch = { batchId: report.batchId };
    reports.push(report);
  }
  if (reports.length === 0) return null;
  return { ...mergeReports(reports, 'batchId' in batch ? batch.batchId : null), skipped: 0, notes: [] };
}
