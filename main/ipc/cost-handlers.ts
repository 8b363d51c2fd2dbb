/** Requests about what services that charge have cost, and what batches may cost. */
import { msg } from '../../contract/messages/message.ts';
import { saveTable } from '../delivery/common/save-file.ts';
import { chargeRows } from '../delivery/tables/charge-table.ts';
import { lastSeparator, writeCsv, writeJson } from '../delivery/tables/table-files.ts';
import { estimatesFor } from '../pipeline/spending/estimate.ts';
import type { IpcContext } from './ipc-context.ts';
import type { Grants } from './path-grants.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError, withUserErrors } from './user-error.ts';

type CostHandlers = Pick<Handlers, Extract<keyof Handlers, `costs.${string}`>>;

export function costHandlers(
  { store, services, exports }: Pick<IpcContext, 'store' | 'services' | 'exports'>,
  grants: Grants,
): CostHandlers {
  const requireBatch = (id: number) => {
    const batch = store.batches.get(id);
    if (batch === null) throw new UserError(msg('ipc.gone.batch'));
    return batch;
  };
  return {
    'costs.ofBatch': async ({ id }) => {
      const { trial = null } = requireBatch(id);
      return {
        maxCredits: store.batches.capOf(id),
        spent: store.ledger.spentOfBatch(id).credits,
        left: await estimatesFor({ batchId: id }, store, services),
        trial: trial === null ? null : await estimatesFor({ ids: store.trials.first(id) }, store, services),
      };
    },
    'costs.allow': ({ id, credits }) => {
      requireBatch(id);
      store.batches.setCap(id, credits);
      store.trials.choose(id);
    },
    'costs.sums': ({ profileId, by }) => {
      const sums = store.ledger.sums(by, { profileId });
      if (by !== 'batch') return sums;
      return sums.map((sum) => {
        const title = store.batches.get(Number(sum.of))?.title;
        return title === undefined ? sum : { ...sum, of: `${exports.toWords(title)} (${sum.of})` };
      });
    },
    'costs.save': ({ profileId, format, folder }, sender) =>
      withUserErrors(() => {
        const to = grants.spending(sender, (read) => read(folder, 'folder'));
        const service = store.profiles.get(profileId)?.name ?? profileId;
        const title = exports.toWords(msg('ipc.costs.title', { service }));
        const { signal } = new AbortController();
        const charges = store.ledger.list({ profileId });
        return saveTable(
          title,
          to,
          exports,
          (scratch) =>
            format === 'json'
              ? writeJson(charges, scratch, signal)
              : writeCsv(chargeRows(charges, exports), scratch, lastSeparator(store), signal),
          format,
        );
      }),
    'costs.forget': ({ profileId }) => store.ledger.forget({ profileId }),
  };
}
