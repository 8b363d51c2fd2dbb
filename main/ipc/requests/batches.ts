import { msg } from '../../../contract/messages/message.ts';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import type { batchRequests } from '../../../preload/requests/batches.ts';
import type { GroupHandlers, HandlersOf, RequestContext } from '../bridge/request-handlers.ts';
import { UserError } from '../bridge/user-error.ts';
import { findReadableFile, openPreviewClient } from '../shared/preview-access.ts';

export function batchHandlers(context: RequestContext): HandlersOf<typeof batchRequests> {
  const { store, live, outputs } = context.core;
  return {
    'queue.setPaused': ({ paused }) => store.settings.save({ paused }),

    'batches.setHeld': ({ id, held }) => {
      store.batches.setHeld(id, held);
      if (!held) store.trials.choose(id);
    },
    'batches.cancel': ({ id }) => void store.actions.cancelBatch(id),
    'batches.forgettable': ({ id }) => store.analysisRemoval.find({ batchId: id }),
    'batches.forget': ({ id }) => store.analysisRemoval.forget({ batchId: id }),
    'batches.setPickRule': ({ id, rule }) => {
      if (store.batches.get(id) === null) throw new UserError(msg('ipc.gone.batch'));
      if (rule !== null && store.recipes.get(rule.recipeId) === null)
        throw new UserError(msg('ipc.choose.knownRecipe'));
      store.pickRules.set(id, rule);
    },

    ...trialHandlers(context),
    ...draftHandlers(context),

    'outputs.tryNow': () => outputs.tryNow(),
    'outputs.redirect': async ({ folder }) => {
      if (!live.outputs().some((output) => output.folder === folder))
        throw new UserError(msg('ipc.folder.takesResults'));
      const newFolder = await context.desktop.chooseFolder(msg('ipc.choose.otherOutput'), null);
      if (newFolder !== null) store.actions.redirectAll(folder, newFolder);
      return newFolder !== null;
    },
  };
}

/** Batches that start with a few photographs. */
function trialHandlers({ core }: RequestContext): GroupHandlers<'trials'> {
  const { store, review } = core;
  /** While a batch waits for the decision on its cost, no job has started. */
  const waitingJobs = (batchId: number) =>
    store.batches.get(batchId)?.heldForCost === true && store.trials.get(batchId) !== null
      ? store.trials.unsent(batchId)
      : store.trials.rest(batchId);
  return {
    'trials.of': ({ id }) => store.trials.get(id),
    'trials.goOn': ({ id }) => store.trials.end(id),
    'trials.goOnWith': async ({ id, recipeId, profileId }) => {
      const rest = waitingJobs(id);
      if (rest.length === 0) throw new UserError(msg('ipc.gone.batch'));
      const sources = await review.reader.ask('jobs.sources', { ids: rest });
      const report = await core.processWith(sources, recipeId, profileId, { isRest: true });
      // None of them was sent. With the same recipe no batch is added, and they continue themselves.
      if (report.batchId !== null) store.actions.remove(waitingJobs(id));
      store.trials.end(id);
      return report;
    },
  };
}

/** Free previews of a trial's photographs. */
function draftHandlers({ core }: RequestContext): GroupHandlers<'drafts'> {
  const { store, services, offline, drafts } = core;
  const requireJob = (id: number) => {
    const job = store.jobs.get(id);
    if (job === null) throw new UserError(msg('ipc.gone.photograph'));
    return job;
  };
  return {
    'drafts.of': ({ id: batchId }) =>
      store.views.byId(store.trials.first(batchId)).map(({ id, name }) => {
        const operations = requireJob(id).recipe.steps.map(({ operation }) => operation);
        return { jobId: id, name, operations };
      }),
    'drafts.make': async ({ id }) => {
      const { batchId, photographId, recipe } = requireJob(id);
      // Other jobs need no draft, and jobs of a studio may name files of other stations.
      if (store.batches.get(batchId)?.heldForCost !== true) throw new UserError(msg('ipc.gone.batch'));
      const path = photographId === null ? null : await findReadableFile(photographId, offline);
      if (path === null) throw new UserError(msg('ipc.gone.photograph'));
      const client = await openPreviewClient(builtInProfileId, recipe.steps, services);
      return drafts.run(recipe.steps, path, { id: builtInProfileId, client });
    },
    'drafts.discard': async () => void (await drafts.discard()),
  };
}
