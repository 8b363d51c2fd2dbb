import type { AddReport } from '../../contract/app/action-reports.ts';
import { msg } from '../../contract/messages/message.ts';
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import { type Recipe, starterRecipes } from '../../contract/recipes/recipe.ts';
import type { Store } from '../store/index.ts';
import type { AddPhotosOptions } from './examine/add-options.ts';
import { mergeReports } from './merge-reports.ts';

/** Returns the path of the sample for the starter recipe that begins with an operation, or of the first. */
export function sampleFor(
  operation: OperationId,
  samples: readonly { readonly path: string; readonly recipeId: string }[],
): string | null {
  const recipe = starterRecipes.find(({ steps }) => steps[0]?.operation === operation);
  return (samples.find(({ recipeId }) => recipeId === recipe?.id) ?? samples[0])?.path ?? null;
}

/** Adds the samples as one batch, each with its recipe. Returns null without samples. */
export async function addSamples(
  samples: readonly { readonly path: string; readonly recipeId: string }[],
  recipes: Pick<Store['recipes'], 'get'>,
  add: (paths: readonly string[], recipe: Recipe, batch: AddPhotosOptions['batch']) => Promise<AddReport>,
): Promise<AddReport | null> {
  let batch: AddPhotosOptions['batch'] = { title: msg('intake.batch.samples'), origin: 'sample', folderId: null };
  const reports: AddReport[] = [];
  for (const { path, recipeId } of samples) {
    const recipe = recipes.get(recipeId) ?? starterRecipes.find(({ id }) => id === recipeId);
    if (!recipe) continue;
    const report = await add([path], recipe, batch);
    if (report.batchId !== null) batch = { batchId: report.batchId };
    reports.push(report);
  }
  if (reports.length === 0) return null;
  return { ...mergeReports(reports, 'batchId' in batch ? batch.batchId : null), skipped: 0, notes: [] };
}
