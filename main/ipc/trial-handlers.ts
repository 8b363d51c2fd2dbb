/** Requests about batches that begin with a few photographs, or with free drafts of these. */
import { access, constants } from 'node:fs/promises';
import { msg } from '../../contract/messages/message.ts';
import { builtInProfileId } from '../../contract/services/profile.ts';
import type { IpcContext } from './ipc-context.ts';
import { openPreviewClient } from './recipe-handlers.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError } from './user-error.ts';

type TrialHandlers = Pick<Handlers, Extract<keyof Handlers, `${'trials' | 'drafts'}.${string}`>>;

type TrialContext = Pick<IpcContext, 'store' | 'review' | 'processWith' | 'services' | 'offline' | 'drafts'>;

export function trialHandlers({ store, review, processWith, services, offline, drafts }: TrialContext): TrialHandlers {
  const jobWith = (id: number) => {
    const job = store.jobs.get(id);
    if (job === null) throw new UserError(msg('ipc.gone.photograph'));
    return job;
  };
  /** Of a batch that waits for a decision on its cost, nothing was begun. */
  const waitingJobs = (id: number) =>
    store.batches.get(id)?.heldForCost === true && store.trials.get(id) !== null
      ? store.trials.unsent(id)
      : store.trials.rest(id);
  return {
    'trials.of': ({ id }) => store.trials.get(id),
    'trials.goOn': ({ id }) => store.trials.end(id),
    'trials.goOnWith': async ({ id, recipeId, profileId }) => {
      const rest = waitingJobs(id);
      if (rest.length === 0) throw new UserError(msg('ipc.gone.batch'));
      const sources = await review.reader.ask('jobs.sources', { ids: rest });
      const report = await processWith(sources, recipeId, profileId, { isRest: true });
      // Held still: nothing of them was sent. Where the recipe is the same, they are the jobs that go on.
      if (report.batchId !== null) store.actions.remove(waitingJobs(id));
      store.trials.end(id);
      return report;
    },
    'drafts.of': ({ id: batchId }) =>
      store.views.byId(store.trials.first(batchId)).map(({ id, name }) => {
        const operations = jobWith(id).recipe.steps.map(({ operation }) => operation);
        return { jobId: id, name, operations };
      }),
    'drafts.make': async ({ id }) => {
      const { batchId, photographId, recipe } = jobWith(id);
      // Other jobs need none, and a studio's may name files of other stations.
      if (store.batches.get(batchId)?.heldForCost !== true) throw new UserError(msg('ipc.gone.batch'));
      const path =
        photographId === null
          ? null
          : await offline.read({ subject: 'photograph', id: photographId }, async (file) => {
              await access(file, constants.R_OK);
              return file;
            });
      if (path === null) throw new UserError(msg('ipc.gone.photograph'));
      const client = await openPreviewClient(builtInProfileId, recipe.steps, services);
      return drafts.run(recipe.steps, path, { id: builtInProfileId, client });
    },
    'drafts.discard': async () => void (await drafts.discard()),
  };
}
