/** Adds picked photographs to the queue, if a rule starts work on picks. */
import type { AddReport } from '../../contract/app/action-reports.ts';
import type { Clock } from '../clock.ts';
import type { ReprocessSource, Store } from '../store/index.ts';

/** Time within which a pick can be withdrawn before work starts, in ms. */
const graceMs = 5_000;

export interface FollowPicksOptions {
  readonly store: Pick<Store, 'changes' | 'pickRules' | 'recipes'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly sourcesOf: (photographIds: readonly number[]) => Promise<readonly ReprocessSource[]>;
  /** Adds photographs to an existing batch, or to a new one (null). */
  readonly take: (sources: readonly ReprocessSource[], recipeId: string, batchId: number | null) => Promise<AddReport>;
  /** @param recipe the recipe's name */
  readonly onTaken: (report: AddReport, recipe: string) => void;
  readonly onFault: (fault: unknown) => void;
}

/**
 * Starts with picks that were made while Burnish was closed.
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
      // Record it last: after a crash in between, they are added again, which resumes their jobs.
      store.pickRules.begun(due, report.batchId);
      onTaken(report, recipe.name);
      // More picks of the same rule may be due.
      schedule();
    }
  }
  /** Does not restart the timer, because results change the store all the time. */
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
