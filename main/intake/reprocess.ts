/** Photographs that are here taken in with another recipe, or with their own as it is now. */

import type { AddReport } from '../../contract/app/action-reports.ts';
import { type Message, msg } from '../../contract/messages/message.ts';
import { type Recipe, withoutConditions } from '../../contract/recipes/recipe.ts';
import { canonicalJson, type NewBatch, type ReprocessSource, type Store } from '../store/index.ts';
import type { FoundFile, RejectedPath } from './examine-file.ts';
import { locateSource } from './locate-source.ts';
import { mergeReports } from './merge-reports.ts';

/** Photographs that one recipe, product and folder are meant for. */
interface Group {
  readonly recipe: Recipe;
  readonly outputFolder: string;
  readonly files: (FoundFile | RejectedPath)[];
}

export interface ReprocessOptions {
  readonly store: Pick<Store, 'availability'>;
  /** The recipe for a photograph, and the folder for its results (absolute); null where there is none any more. */
  readonly targetFor: (source: ReprocessSource) => Pick<Group, 'recipe' | 'outputFolder'> | null;
  /** Takes photographs in; called for each group in turn. */
  readonly take: (
    files: readonly (FoundFile | RejectedPath)[],
    target: Pick<Group, 'recipe' | 'outputFolder'>,
    batch: NewBatch | { readonly batchId: number },
  ) => Promise<AddReport>;
  readonly origin: NewBatch['origin'];
  /** They are all that waits of a batch: recipes are asked whether they are for them. What somebody has picked himself is processed. */
  readonly isRest?: boolean;
  /** What the batch may cost. */
  readonly terms?: Pick<NewBatch, 'maxCredits' | 'heldForCost'>;
  /** A batch that is there; null or left out: a new one. */
  readonly into?: number | null;
  readonly signal?: AbortSignal;
}

/**
 * Makes one batch of them. What their recipes have in common with what was done before is not sent again: a job with the same steps is
 * placed from the result that is there, one with the same first steps goes on from these.
 */
export async function reprocess(sources: readonly ReprocessSource[], options: ReprocessOptions): Promise<AddReport> {
  const groups = new Map<string, Group>();
  const withoutRecipe = new Map<string, number>();
  for (const source of sources) {
    const found = options.targetFor(source);
    const target = found && !options.isRest ? { ...found, recipe: withoutConditions(found.recipe) } : found;
    if (target === null) {
      withoutRecipe.set(source.recipeName, (withoutRecipe.get(source.recipeName) ?? 0) + 1);
      continue;
    }
    const recipe = source.product === null ? target.recipe : { ...target.recipe, product: source.product };
    const key = canonicalJson([recipe.id, source.product, target.outputFolder]);
    const group = groups.get(key) ?? { ...target, recipe, files: [] };
    group.files.push(await locateSource(source, options.store));
    groups.set(key, group);
  }
  const { into = null } = options;
  let batch: NewBatch | { readonly batchId: number } =
    into === null
      ? { title: titleOf(sources), origin: options.origin, folderId: null, ...options.terms }
      : { batchId: into };
  const reports: AddReport[] = [];
  for (const { files, ...target } of groups.values()) {
    const report: AddReport | null = await options.take(files, target, batch).catch((fault: unknown) => {
      if (options.signal?.aborted) return null;
      throw fault;
    });
    // Stopped: what was taken in by then goes on.
    if (report === null) break;
    if (report.batchId !== null) batch = { batchId: report.batchId };
    reports.push(report);
  }
  const report = mergeReports(reports, 'batchId' in batch ? batch.batchId : null);
  const notes = [...withoutRecipe].map(([recipe, count]) => msg('intake.with.noRecipe', { recipe, count }));
  return { ...report, notes: [...notes, ...report.notes] };
}

/** That of the batch they came in with, or how many they are. */
function titleOf(sources: readonly ReprocessSource[]): Message {
  const [first] = sources;
  const isOne =
    first !== undefined && sources.every(({ title }) => canonicalJson(title) === canonicalJson(first.title));
  return isOne ? first.title : msg('intake.batch.items', { count: sources.length });
}
