import type { OriginalsReport } from '../../../contract/app/action-reports.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { UndoableAction } from '../../review/actions/undo-stack.ts';
import { moveBack, moveToDone } from '../../review/originals/move-originals.ts';
import type { IpcContext } from '../bridge/ipc-context.ts';
import { UserError } from '../bridge/user-error.ts';

type Target = 'done' | 'back';

/**
 * Returns a function that moves originals of chosen photographs to “Done” or back, and can be undone.
 * It throws UserError in a studio, whose other stations use the originals too.
 */
export function createOriginalsMover({ store, review }: Pick<IpcContext, 'store' | 'review'>) {
  const { bulk, undo } = review;
  const move = (ids: readonly number[], to: Target, work: 'originals' | 'undo') =>
    bulk.runAlongside(work, ids.length, (onProgress, signal) =>
      (to === 'done' ? moveToDone : moveBack)(ids, store, { onProgress, signal }),
    );
  const moveAction = (ids: readonly number[], to: Target): UndoableAction => ({
    label: msg('review.did.originals', { count: ids.length }),
    undo: async () => {
      const opposite = to === 'done' ? 'back' : 'done';
      const { moved } = await move(ids, opposite, 'undo');
      return { redo: moved.length > 0 ? moveAction(moved, opposite) : null, rest: null };
    },
  });
  return (choose: () => Promise<readonly number[]>, to: Target): Promise<OriginalsReport> => {
    if (store.settings.read().studio !== null) throw new UserError(msg('review.originals.inStudio'));
    return undo.run(async (addStep) => {
      const { report, moved } = await move(await choose(), to, 'originals');
      if (moved.length > 0) addStep(moveAction(moved, to));
      return report;
    });
  };
}
