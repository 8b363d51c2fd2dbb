/** Undoable work on many rows, even if it was stopped or failed midway. */
import type { BulkWork } from '../../../contract/review/bulk-progress.ts';
import type { Bulk } from './bulk-work.ts';
import type { UndoableAction, UndoOutcome, UndoStack } from './undo-stack.ts';

type Act<T, R> = (slice: readonly T[]) => readonly R[];

export function createUndoableBulkWork(bulk: Bulk, undo: UndoStack) {
  return {
    /**
     * Runs work, and adds a step for the changes.
     * @param act changes a slice, and returns its changes
     * @returns the number of changes
     */
    run: <R>(
      work: BulkWork,
      chosen: () => Promise<readonly number[]>,
      { act, done }: { readonly act: Act<number, R>; done(changes: readonly R[]): UndoableAction },
    ): Promise<number> =>
      undo.run(async (onDone) => {
        const changes: R[] = [];
        try {
          await bulk.run(work, await chosen(), (slice) => void changes.push(...act(slice)));
        } finally {
          if (changes.length > 0) onDone(done(changes));
        }
        return changes.length;
      }),

    /** Undoes a step that changed `items`. @param act reverts a slice, and returns the changes */
    async undo<T, R>(
      items: readonly T[],
      act: Act<T, R>,
      { redo, rest }: { redo(changes: readonly R[]): UndoableAction; rest(items: readonly T[]): UndoableAction },
    ): Promise<UndoOutcome> {
      const changes: R[] = [];
      let count = 0;
      let failure: unknown;
      try {
        await bulk.run('undo', [...items.keys()], (slice) => {
          changes.push(...act(slice.map((index) => items[index]!)));
          count += slice.length;
        });
      } catch (error) {
        failure = error;
      }
      return {
        redo: changes.length > 0 ? redo(changes) : null,
        rest: count < items.length ? rest(items.slice(count)) : null,
        error: failure,
      };
    },
  };
}
