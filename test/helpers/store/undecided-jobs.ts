/** Creates uncertain jobs, which need a decision, in a store without a queue. */
import { join } from 'node:path';
import type { Store } from '../../../main/store/index.ts';
import { paperJob, recipeOf } from '../queue/queue-stage.ts';
import { errorOf } from '../window/window-data.ts';

/** Adds `count` photographs whose requests got no response, with a `cause`, and returns their ids. */
export function addUndecided(store: Store, cause: string, count: number, message = `Because of ${cause}.`): number[] {
  const recipe = recipeOf('portrait-background-removal');
  const items = Array.from({ length: count }, (_, index) =>
    paperJob(`${cause}-${index}`, recipe, { outputFolder: join(store.folder, 'out') }),
  );
  const { jobIds } = store.jobs.add({ title: cause, origin: 'drop', folderId: null }, items);
  const error = errorOf({ kind: 'uncertain', code: cause, message, advice: 'decide' });
  for (const id of jobIds) {
    store.actions.move([id], 'first');
    const claimed = store.moves.claim('built-in');
    if (claimed?.id !== id) throw new Error(`job ${id} could not be claimed`);
    store.moves.move(store.moves.move(claimed, 'submitting'), 'uncertain', { error });
  }
  return [...jobIds];
}
