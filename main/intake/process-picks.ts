import type { AddReport } from '../../contract/app/action-reports.ts';
import type { Clock } from '../clock.ts';
import type { ReprocessSource, Store } from '../store/index.ts';

/** Time to withdraw a pick before work starts, in ms. */
const graceMs = 5_000;

export interface FollowPicksOptions {
  readonly store: Pick<Store, 'changes' | 'pickRules' | 'recipes'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly sourcesOf: (photographIds: readonly number[]) => Promise<readonly ReprocessSource[]>;
  /** @param batchId null for a new batch */
  readonly take: (sources: readonly ReprocessSource[], recipeId: string, batchId: number | null) => Promise<AddReport>;
  /** @param recipe the recipe's name */
  readonly onTaken: (report: AddReport, recipe: string) => void;
  readonly onFault: (fault: unknown) => void;
}

/**
 * Adds picked photographs if a rule starts work on picks.
 * @returns a function that stops and resolves when no work is in progress
 */
export function startPickProcessing({
  store,
  clock,
  sourcesOf,
  take,
  onTaken,
  onFault,
}: FollowPicksOptions): () => Promise<void> {
  let isStopped = false;
  let working: Promise<void> = Promise.resolve();
  let cancel: (() => void) | null = null;
  let hasChanged = false;

  async function processDue(): Promise<void> {
    for (const due of store.pickRules.due(graceMs)) {
      const recipe = store.recipes.get(due.recipeId);
      if (isStopped || recipe === null) continue;
      const sources = await sourcesOf(due.photographIds);
      const report = await take(sources, due.recipeId, due.into);
      // Record it last. After a crash, adding them again resumes their jobs.
      store.pickRules.begun(due, report.batchId);
      onTaken(report, recipe.name);
      // More may be due than `due` returns at once.
      schedule();
    }
  }
  /** Keeps a running timer, because results change the store all the time. */
  function schedule(): void {
    hasChanged = cancel !== null;
    if (isStopped || cancel !== null) return;
    cancel = clock.after(graceMs, () => {
      cancel = null;
      working = working.then(processDue).catch(onFault);
      if (hasChanged) schedule();
    });
  }
  const unsubscribe = store.changes.subscribe(({ photographs, lists, foreign }) => {
    if (foreign || photographs.size > 0 || lists.has('batches')) schedule();
  });
  schedule();
  return async () => {
    isStopped = true;
    unsubscribe();
    cancel?.();
    await working;
  };
}
