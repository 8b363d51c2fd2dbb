/** Requests that move originals, and what takes that back. */

import type { OriginalsReport } from '../../contract/app/action-reports.ts';
import { msg } from '../../contract/messages/message.ts';
import type { UndoableAction } from '../review/actions/undo-stack.ts';
import { moveBack, moveToDone } from '../review/originals/move-originals.ts';
import type { Review } from '../review/review.ts';
import type { Store } from '../store/index.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError } from './user-error.ts';

type Names = `${'jobs' | 'photographs'}.moveOriginals`;

export function originalHandlers(
  store: Store,
  { reader, bulk, undo }: Pick<Review, 'reader' | 'bulk' | 'undo'>,
): Pick<Handlers, Names> {
  const move = (ids: readonly number[], to: 'done' | 'back', work: 'originals' | 'undo' = 'originals') =>
    bulk.runAlongside(work, ids.length, (onProgress, signal) =>
      (to === 'done' ? moveToDone : moveBack)(ids, store, { onProgress, signal }),
    );
  const moved = (ids: readonly number[], to: 'done' | 'back'): UndoableAction => ({
    label: msg('review.did.originals', { count: ids.length }),
    undo: async () => {
      const opposite = to === 'done' ? 'back' : 'done';
      const taken = (await move(ids, opposite, 'undo')).moved;
      return { redo: taken.length > 0 ? moved(taken, opposite) : null, rest: null };
    },
  });
  const doing = (chosen: () => Promise<readonly number[]>, to: 'done' | 'back'): Promise<OriginalsReport> => {
    if (store.settings.read().studio !== null) throw new UserError(msg('review.originals.inStudio'));
    return undo.run(async (did) => {
      const { report, moved: ids } = await move(await chosen(), to);
      if (ids.length > 0) did(moved(ids, to));
      return report;
    });
  };
  return {
    'jobs.moveOriginals': ({ on }) =>
      doing(
        async () => store.movedOriginals.photographsOf(await reader.ask('jobs.chosen', { choice: on, states: null })),
        'done',
      ),
    'photographs.moveOriginals': ({ on, to }) => doing(() => reader.ask('photographs.chosen', on), to),
  };
}
