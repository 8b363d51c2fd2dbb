/** Work with many rows that can be taken back: what was done of it, also where it was stopped or failed on the way. */
import type { BulkWork } from '../../contract/review/bulk-progress.ts';
import type { Bulk } from './bulk-work.ts';
import type { UndoableAction, UndoOutcome, UndoStack } from './undo-stack.ts';

type Act<T, R> = (slice: readonly T[]) => readonly R[];

export function createUndoableBulkWork(bulk: Bulk, undo: UndoStack) {
  return {
    /**
     * Does something with rows, and remembers what came of it. Returns with how many.
     * @param act does it with a slice; what of it was changed
     */
    doing: <R>(
      kind: BulkWork,
      chosen: () => Promise<readonly number[]>,
      { act, done }: { readonly act: Act<number, R>; done(touched: readonly R[]): UndoableAction },
    ): Promise<number> =>
      undo.doing(async (did) => {
        const touched: R[] = [];
        try {
          await bulk.run(kind, await chosen(), (slice) => void touched.push(...act(slice)));
        } finally {
          if (touched.length > 0) did(done(touched));
        }
        return touched.length;
      }),

    /** Takes a step back that was done with `items`. */
    async back<T, R>(
      items: readonly T[],
      act: Act<T, R>,
      { redo, rest }: { redo(touched: readonly R[]): UndoableAction; rest(items: readonly T[]): UndoableAction },
    ): Promise<UndoOutcome> {
      const touched: R[] = [];
      let reached = 0;
      let fault: unknown;
      try {
        await bulk.run('undo', [...items.keys()], (slice) => {
          touched.push(...act(slice.map((index) => items[index]!)));
          reached += slice.length;
        });
      } catch (error) {
        fault = error;
      }
      return {
        redo: touched.length > 0 ? redo(touched) : null,
        rest: reached < items.length ? rest(items.slice(reached)) : null,
        fault,
      };
    },
  };
}
