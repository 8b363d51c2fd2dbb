/** Keeps one result of each photograph; the files of the others go to the system's trash. */
import type { KeepOneReport } from '../../contract/app/action-reports.ts';
import { type Message, UserFacingError } from '../../contract/messages/message.ts';
import { retryTransient, type Store } from '../store/index.ts';
import type { Bulk } from './bulk-work.ts';
import { moveToTrash, type TrashContext } from './move-to-trash.ts';

export interface KeepOnlyTools extends TrashContext {
  readonly store: TrashContext['store'] & Pick<Store, 'variants'>;
  readonly bulk: Pick<Bulk, 'runAlongside'>;
}

/**
 * First the files, then the row: what a kill leaves is a result whose file is gone, which the next time takes off. A file that
 * cannot be moved stays with its result; a file of somebody else's stays, and is no result any more.
 * @param kept a result in the place of the one that stands for its photograph; null = that
 */
export function keepOneResult(
  photographIds: readonly number[],
  kept: number | null,
  { store, trash, bulk }: KeepOnlyTools,
): Promise<KeepOneReport> {
  const ids = store.variants.others(photographIds, kept);
  return bulk.runAlongside('trash', ids.length, async (done, signal) => {
    let removed = 0;
    let why: Message | null = null;
    for (const [count, id] of ids.entries()) {
      if (signal.aborted) break;
      try {
        for (const file of store.variants.filesOf(id)) await moveToTrash(file, { store, trash });
        if (await retryTransient(() => store.variants.remove(id), signal)) removed += 1;
      } catch (fault) {
        if (signal.aborted) break;
        if (!(fault instanceof UserFacingError)) throw fault;
        why ??= fault.sentence;
      }
      done(count + 1);
    }
    return { removed, left: ids.length - removed, why };
  });
}
