import { msg } from '../../contract/messages/message.ts';
import type { comparisonRequests } from '../../preload/requests/comparisons.ts';
import type { HandlersOf, RequestContext } from '../ipc/bridge/request-handlers.ts';
import { UserError } from '../ipc/bridge/user-error.ts';

export function comparisonHandlers({ core }: RequestContext): HandlersOf<typeof comparisonRequests> {
  const { reader } = core.review;
  const { comparisons } = core.store;
  return {
    'comparisons.ofJobs': async ({ on, recipeId, profileIds }) =>
      core.compareServices(await reader.ask('jobs.sources', on), recipeId, profileIds),
    'comparisons.ofPhotographs': async ({ on, recipeId, profileIds }) =>
      core.compareServices(await reader.ask('photographs.sources', on), recipeId, profileIds),
    'comparisons.estimateJobs': async ({ on, recipeId, profileIds }) =>
      core.estimateComparison(await reader.ask('jobs.sources', on), recipeId, profileIds),
    'comparisons.estimatePhotographs': async ({ on, recipeId, profileIds }) =>
      core.estimateComparison(await reader.ask('photographs.sources', on), recipeId, profileIds),
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
