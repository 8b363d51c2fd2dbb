/** Requests about two services that are compared. */
import { msg } from '../../contract/messages/message.ts';
import type { IpcContext } from './ipc-context.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError } from './user-error.ts';

type ComparisonHandlers = Pick<Handlers, Extract<keyof Handlers, `comparisons.${string}`>>;

export function comparisonHandlers({
  store: { comparisons },
  review: { reader },
  compareServices,
  estimateComparison,
}: Pick<IpcContext, 'store' | 'review' | 'compareServices' | 'estimateComparison'>): ComparisonHandlers {
  return {
    'comparisons.ofJobs': async ({ on, recipeId, profileIds }) =>
      compareServices(await reader.ask('jobs.sources', on), recipeId, profileIds),
    'comparisons.ofPhotographs': async ({ on, recipeId, profileIds }) =>
      compareServices(await reader.ask('photographs.sources', on), recipeId, profileIds),
    'comparisons.estimateJobs': async ({ on, recipeId, profileIds }) =>
      estimateComparison(await reader.ask('jobs.sources', on), recipeId, profileIds),
    'comparisons.estimatePhotographs': async ({ on, recipeId, profileIds }) =>
      estimateComparison(await reader.ask('photographs.sources', on), recipeId, profileIds),
    'comparisons.list': () => comparisons.list(),
    'comparisons.pairs': ({ id }) => comparisons.pairs(id),
    'comparisons.judge': ({ pair, verdict }) => comparisons.judge(pair, verdict),
    'comparisons.finish': ({ id }) => {
      const outcome = comparisons.finish(id);
      if (outcome === null) throw new UserError(msg('ipc.gone.comparison'));
      return outcome;
    },
    'comparisons.outcome': ({ id }) => comparisons.outcome(id),
    'comparisons.forget': ({ id }) => comparisons.remove(id),
  };
}
