/** Requests about batches of which a few photographs are done first. */
import { msg } from '../../contract/messages/message.ts';
import type { IpcContext } from './ipc-context.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError } from './user-error.ts';

type TrialHandlers = Pick<Handlers, Extract<keyof Handlers, `trials.${string}`>>;

export function trialHandlers({
  store,
  review,
  processWith,
}: Pick<IpcContext, 'store' | 'review' | 'processWith'>): TrialHandlers {
  return {
    'trials.of': ({ id }) => store.trials.get(id),
    'trials.goOn': ({ id }) => store.trials.end(id),
    'trials.goOnWith': async ({ id, recipeId, profileId }) => {
      const rest = store.trials.rest(id);
      if (rest.length === 0) throw new UserError(msg('ipc.gone.batch'));
      const sources = await review.reader.ask('jobs.sources', { ids: rest });
      const report = await processWith(sources, recipeId, profileId, { isRest: true });
      // Held still: nothing of them was sent. Where the recipe is the same, they are the jobs that go on.
      if (report.batchId !== null) store.actions.remove(store.trials.rest(id));
      store.trials.end(id);
      return report;
    },
  };
}
