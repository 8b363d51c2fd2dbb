import type { CopyOptions, CopyOutcome } from '../../contract/intake/cards.ts';
import { msg } from '../../contract/messages/message.ts';
import type { cardRequests } from '../../preload/requests/cards.ts';
import type { IpcContext } from '../ipc/bridge/ipc-context.ts';
import { createLatestRequest } from '../ipc/bridge/latest-request.ts';
import type { HandlersOf, RequestContext } from '../ipc/bridge/request-handlers.ts';
import { UserError, withUserErrors } from '../ipc/bridge/user-error.ts';
import { type CopiedCard, copyCard, findUnprocessedCopies } from './copy-card.ts';
import { prepareCopy } from './plan-copy.ts';

export function cardHandlers({ core, desktop }: RequestContext): HandlersOf<typeof cardRequests> {
  const { store, review } = core;
  const latestPlan = createLatestRequest();
  return {
    'cards.plan': (options) => latestPlan(async (signal) => (await prepareCopy(options, signal)).plan),
    'cards.copy': ({ options, recipeId }) =>
      withUserErrors(async () => {
        if (options.after !== 'nothing' && store.recipes.get(recipeId) === null)
          throw new UserError(msg('ipc.choose.knownRecipe'));
        store.settings.save({ lastCopy: options });
        const copied = await copyCard(options, {
          store,
          clock: () => performance.now(),
          runWithProgress: (total, work) => review.bulk.runAlongside('copy', total, work),
        });
        return addCopies(copied, options, recipeId, core);
      }),
    'cards.reveal': () => {
      const folder = store.settings.read().lastCopy?.to ?? '';
      if (folder === '') throw new UserError(msg('cards.choosePlace'));
      desktop.reveal(folder);
    },
  };
}

/** Adds the copied photographs as chosen, unless the user stopped the copy. */
async function addCopies(
  { report, photographs }: CopiedCard,
  { after }: CopyOptions,
  recipeId: string,
  core: IpcContext,
): Promise<CopyOutcome> {
  const canAdd = report.ending !== 'stopped' && after !== 'nothing';
  const paths = canAdd ? findUnprocessedCopies(photographs, core.store) : [];
  return {
    copy: report,
    added: paths.length > 0 && after === 'process' ? await core.add(paths, recipeId) : null,
    shown: paths.length > 0 && after === 'lookFirst' ? await core.lookFirst(paths, recipeId) : null,
  };
}
