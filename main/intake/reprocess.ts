import type { AddReport } from '../../contract/app/action-reports.ts';
import { type Message, msg } from '../../contract/messages/message.ts';
import { type Recipe, withoutConditions } from '../../contract/recipes/recipe.ts';
import { displayPath } from '../files/stored-path.ts';
import {
  canonicalJson,
  commonTitle,
  knownTitle,
  type NewBatch,
  type ReprocessSource,
  type Store,
} from '../store/index.ts';
import type { AddPhotosOptions } from './examine/add-options.ts';
import { locateSource } from './locate-source.ts';
import { mergeReports } from './merge-reports.ts';
import type { FoundFile, RejectedPath } from './paths/found-file.ts';

interface Group {
  readonly recipe: Recipe;
  readonly outputFolder: string;
  readonly files: (FoundFile | RejectedPath)[];
}

export interface ReprocessOptions {
  readonly store: Pick<Store, 'availability'>;
  /** Returns null if the recipe is deleted. */
  readonly targetFor: (source: ReprocessSource) => Pick<Group, 'recipe' | 'outputFolder'> | null;
  /** Called for each group in turn. */
  readonly take: (
    files: readonly (FoundFile | RejectedPath)[],
    target: Pick<Group, 'recipe' | 'outputFolder'>,
    batch: AddPhotosOptions['batch'],
  ) => Promise<AddReport>;
  readonly origin: NewBatch['origin'];
  /** Whether these are all waiting photographs of a batch. Otherwise conditions of recipes do not apply. */
  readonly isRest?: boolean;
  readonly terms?: Pick<NewBatch, 'maxCredits' | 'heldForCost'>;
  /** Id of an existing batch. Null: a batch for these and later photographs, whose title has no number. */
  readonly into?: number | null;
  readonly signal?: AbortSignal;
}

/**
 * Adds known photographs to one batch, with another recipe or the current version of theirs. Results of steps in common
 * with earlier jobs are used again.
 */
export async function reprocess(sources: readonly ReprocessSource[], options: ReprocessOptions): Promise<AddReport> {
  const { groups, missingRecipes } = await groupSources(sources, options);
  const { into } = options;
  let batch: AddPhotosOptions['batch'] =
    into == null
      ? { title: titleOf(sources, options), origin: options.origin, folderId: null, ...options.terms }
      : { batchId: into };
  const reports: AddReport[] = [];
  for (const { files, ...target } of groups) {
    const report: AddReport | null = await options.take(files, target, batch).catch((error: unknown) => {
      if (options.signal?.aborted) return null;
      throw error;
    });
    // A cancellation does not affect earlier groups.
    if (report === null) break;
    if (report.batchId !== null) batch = { batchId: report.batchId };
    reports.push(report);
  }
  const report = mergeReports(reports, 'batchId' in batch ? batch.batchId : null);
  const notes = [...missingRecipes].map(([recipe, count]) => msg('intake.with.noRecipe', { recipe, count }));
  return { ...report, notes: [...notes, ...report.notes] };
}

/** Groups photographs by target, and counts those with deleted recipes. */
async function groupSources(
  sources: readonly ReprocessSource[],
  { store, targetFor, isRest }: ReprocessOptions,
): Promise<{ readonly groups: Iterable<Group>; readonly missingRecipes: ReadonlyMap<string, number> }> {
  const groups = new Map<string, Group>();
  const missingRecipes = new Map<string, number>();
  for (const source of sources) {
    const found = targetFor(source);
    const target = found && !isRest ? { ...found, recipe: withoutConditions(found.recipe) } : found;
    if (target === null) {
      missingRecipes.set(source.recipeName, (missingRecipes.get(source.recipeName) ?? 0) + 1);
      continue;
    }
    const recipe = source.product === null ? target.recipe : { ...target.recipe, product: source.product };
    const key = canonicalJson([recipe.id, source.product, target.outputFolder]);
    const group = groups.get(key) ?? { ...target, recipe, files: [] };
    group.files.push(await locateSource(source, store));
    groups.set(key, group);
  }
  return { groups: groups.values(), missingRecipes };
}

export function titleOf(
  sources: readonly ReprocessSource[],
  { isRest = false, into }: Pick<ReprocessOptions, 'isRest' | 'into'> = {},
): Message {
  const groups = sources.map(({ title, path }) => ({ title, count: 1, path: displayPath(path) }));
  if (into === null) return commonTitle(groups) ?? msg('intake.batch.items', { count: sources.length });
  return knownTitle(groups, !isRest && sources.every(({ recipeId }) => recipeId !== null));
}
