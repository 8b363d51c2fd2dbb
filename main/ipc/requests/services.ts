import { msg } from '../../../contract/messages/message.ts';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import type { serviceRequests } from '../../../preload/requests/services.ts';
import { saveTable } from '../../delivery/common/save-file.ts';
import { chargeRows } from '../../delivery/tables/charge-table.ts';
import { lastSeparator, writeCsv, writeJson } from '../../delivery/tables/table-files.ts';
import { estimatesFor } from '../../pipeline/spending/estimate.ts';
import { disableAutoDownload } from '../../service/engine/networks/auto-download.ts';
import { originOf } from '../../service/keys/key-store.ts';
import { parseBaseUrl } from '../../service/requests/address.ts';
import type { GroupHandlers, HandlersOf, RequestContext } from '../bridge/request-handlers.ts';
import { UserError, withUserErrors } from '../bridge/user-error.ts';

export function serviceHandlers(context: RequestContext): HandlersOf<typeof serviceRequests> {
  return { ...profileHandlers(context), ...networkHandlers(context), ...costHandlers(context) };
}

function profileHandlers({ core }: RequestContext): GroupHandlers<'profiles'> {
  const { store, services, keys } = core;
  return {
    'profiles.save': ({ profile, key }) => {
      const before = store.profiles.get(profile.id);
      if ((profile.id === builtInProfileId) !== (profile.kind === 'built-in'))
        throw new UserError(msg('ipc.service.oneEngine'));
      if (profile.kind === 'remote' && profile.baseUrl === '') throw new UserError(msg('ipc.service.needsAddress'));
      const address = parseBaseUrl(profile.baseUrl);
      if (profile.kind === 'remote' && !address.ok) throw new UserError(address.problem);
      const origin = originOf(profile.baseUrl);
      // A key belongs to the origin it was entered for: another path keeps it, another host never gets it.
      if (key === '' || (before && originOf(before.baseUrl) !== origin)) keys.remove(profile.id);
      if (key && origin !== null) keys.set(profile.id, key, origin);
      // Normalized, because the command line compares addresses.
      store.profiles.save({ ...profile, baseUrl: address.ok ? address.url : '' });
      core.profileChanged(profile.id);
    },
    'profiles.remove': ({ id }) => {
      if (id === builtInProfileId) throw new UserError(msg('ipc.service.engineStays'));
      keys.remove(id);
      store.profiles.remove(id);
      if (store.settings.read().defaultProfileId === id) store.settings.save({ defaultProfileId: builtInProfileId });
      core.profileChanged(id);
    },
    'profiles.test': ({ profile, key }) => services.test(profile, key),
    'profiles.refresh': ({ id }) => {
      core.profileChanged(id);
      return services.refresh(id);
    },
    'profiles.tryNow': ({ id }) => {
      if (store.profiles.get(id) === null) throw new UserError(msg('ipc.gone.service'));
      core.tryNow(id);
    },
  };
}

/** Networks of the catalog, which have fixed addresses. */
function networkHandlers({ core: { networks, store } }: RequestContext): GroupHandlers<'networks'> {
  return {
    // Not awaited, because it may take minutes. The engine's status reports progress.
    'networks.download': ({ id }) => void networks.download(id),
    'networks.cancel': ({ id }) => {
      disableAutoDownload(id, store.settings);
      networks.cancel(id);
    },
    'networks.remove': ({ id }) => {
      disableAutoDownload(id, store.settings);
      void networks.remove(id);
    },
  };
}

/** Charges of services, and estimates of batches. */
function costHandlers({ core: { store, services, exports }, grants }: RequestContext): GroupHandlers<'costs'> {
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
        const charges = store.ledger.list({ profileId });
        const { signal } = new AbortController();
        const write = (scratch: string) =>
          format === 'json'
            ? writeJson(charges, scratch, signal)
            : writeCsv(chargeRows(charges, exports), scratch, lastSeparator(store), signal);
        return saveTable(title, to, exports, write, format);
      }),
    'costs.forget': ({ profileId }) => store.ledger.forget({ profileId }),
  };
}
