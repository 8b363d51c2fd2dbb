/** Requests about copying a card: what was chosen is remembered for the next time, and work is begun on what was copied. */
import type { CopyOptions } from '../../contract/intake/cards.ts';
import { msg } from '../../contract/messages/message.ts';
import { type CopiedCard, copyCard, findUnprocessedCopies } from '../cards/copy-card.ts';
import { prepareCopy } from '../cards/plan-copy.ts';
import type { DesktopActions, IpcContext } from './ipc-context.ts';
import { createLatestRequest } from './latest-request.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError, withUserErrors } from './user-error.ts';

type CardHandlers = Pick<Handlers, Extract<keyof Handlers, `cards.${string}`>>;

export function cardHandlers(
  core: Pick<IpcContext, 'store' | 'review' | 'add' | 'lookFirst'>,
  desktop: Pick<DesktopActions, 'reveal'>,
): CardHandlers {
  const { store, review } = core;
  const planOnce = createLatestRequest();

  /** Nothing is begun with what the user has stopped. */
  const startWork = async ({ report, photographs }: CopiedCard, { after }: CopyOptions, recipeId: string) => {
    const paths = report.ending === 'stopped' || after === 'nothing' ? [] : findUnprocessedCopies(photographs, store);
    return {
      copy: report,
      added: paths.length > 0 && after === 'process' ? await core.add(paths, recipeId) : null,
      shown: paths.length > 0 && after === 'lookFirst' ? await core.lookFirst(paths, recipeId) : null,
    };
  };

  return {
    'cards.plan': (options) => planOnce(async (signal) => (await prepareCopy(options, signal)).plan),
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
        return startWork(copied, options, recipeId);
      }),
    'cards.reveal': () => {
      const folder = store.settings.read().lastCopy?.to ?? '';
      if (folder === '') throw new UserError(msg('cards.choosePlace'));
      desktop.reveal(folder);
    },
  };
}
