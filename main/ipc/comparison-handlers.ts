/** Requests about two services that are compared. */
import { msg } from '../../contract/message.ts';
import type { Core } from './core.ts';
import { Refusal } from './refusal.ts';
import type { Handlers } from './register.ts';

type ComparisonHandlers = Pick<Handlers, Extract<keyof Handlers, `comparisons.${string}`>>;

export function comparisonHandlers({
  store: { comparisons },
  review: { reader },
  compareServices,
}: Pick<Core, 'store' | 'review' | 'compareServices'>): ComparisonHandlers {
  return {
    'comparisons.ofJobs': async ({ on, recipeId, profileIds }) =>
      compareServices(await reader.ask('jobs.sources', on), recipeId, profileIds),
    'comparisons.ofPhotographs': async ({ on, recipeId, profileIds }) =>
      compareServices(await reader.ask('photographs.sources', on), recipeId, profileIds),
    'comparisons.list': () => comparisons.list(),
    'comparisons.pairs': ({ id }) => comparisons.pairs(id),
    'comparisons.judge': ({ pair, verdict }) => comparisons.judge(pair, verdict),
    'comparisons.finish': ({ id }) => {
      const outcome = comparisons.finish(id);
      if (outcome === null) throw new Refusal(msg('ipc.gone.comparison'));
      return outcome;
    },
    'comparisons.outcome': ({ id }) => comparisons.outcome(id),
    'comparisons.forget': ({ id }) => comparisons.remove(id),
  };
}
