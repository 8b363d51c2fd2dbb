/** Takes photographs in that were picked where a rule says that picks start work. */
import type { AddReport } from '../../contract/app/action-reports.ts';
import type { Clock } from '../clock.ts';
import type { ReprocessSource, Store } from '../store/index.ts';

/** Who picks and changes his mind at once has not asked for anything (ms). */
const graceMs = 5_000;

export interface FollowPicksOptions {
  readonly store: Pick<Store, 'changes' | 'pickRules' | 'recipes'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly sourcesOf: (photographIds: readonly number[]) => Promise<readonly ReprocessSource[]>;
  /** Takes them in, into a batch that is there, or a new one (null). */
  readonly take: (sources: readonly ReprocessSource[], recipeId: string, batchId: number | null) => Promise<AddReport>;
  /** Told what was taken in, and what was not. @param recipe its name */
  readonly onTaken: (report: AddReport, recipe: string) => void;
  readonly onFault: (fault: unknown) => void;
}

/** Begins with what was picked meanwhile. Returns what ends it, once it has. */
export function startPickProcessing({
  store,
  clock,
  sourcesOf,
  take,
  ...told
}: FollowPicksOptions): () => Promise<void> {
  let isOver = false;
  let working: Promise<void> = Promise.resolve();
  let cancel: (() => void) | null = null;
  let isChanged = false;

  async function takeDue(): Promise<void> {
    for (const due of store.pickRules.due(graceMs)) {
      const recipe = store.recipes.get(due.recipeId);
      if (isOver || recipe === null) continue;
      const sources = await sourcesOf(due.photographIds);
      const report = await take(sources, due.recipeId, due.into);
      // Only now: should this be the last that is done, they are taken in once more, which goes on with the jobs there are.
      store.pickRules.begun(due, report.batchId);
      told.onTaken(report, recipe.name);
      // The rest of a slice.
      soon();
    }
  }
  /** While results come in there is always a change: what is picked does not wait for the last. */
  function soon(): void {
    isChanged = cancel !== null;
    if (isOver || cancel !== null) return;
    cancel = clock.after(graceMs, () => {
      cancel = null;
      working = working.then(takeDue).catch(told.onFault);
      if (isChanged) soon();
    });
  }
  const unsubscribe = store.changes.subscribe(({ photographs, lists, foreign }) => {
    if (foreign || photographs.size > 0 || lists.has('batches')) soon();
  });
  soon();
  return async () => {
    isOver = true;
    unsubscribe();
    cancel?.();
    await working;
  };
}
