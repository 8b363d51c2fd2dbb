/** The services that profiles of this computer stand for, as a studio knows them. */
import { builtInProfileId, canCharge } from '../../../contract/services/profile.ts';
import { type KeyStore, originOf } from '../../service/keys/key-store.ts';
import { serviceIdOf } from '../../service/requests/address.ts';
import type { Store } from '../../store/index.ts';
import type { ServedService } from './station-types.ts';

interface ServedTools {
  readonly store: Pick<Store, 'profiles'>;
  readonly keys: Pick<KeyStore, 'get'>;
  /** What tells this computer's engine from others: stations with the same models do the same work. Asked for once. */
  readonly engineKey: () => Promise<string>;
}

export function servedServices({ store, keys, engineKey }: ServedTools) {
  let keyRequest: Promise<string> | null = null;
  let key: string | null = null;
  const askEngine = async () => {
    keyRequest ??= engineKey();
    key = await keyRequest;
  };

  /** Without the engine, as long as it is not known which one that is. */
  function list(): ServedService[] {
    if (keyRequest === null) askEngine().catch(() => undefined);
    return store.profiles.list().flatMap((profile): ServedService[] => {
      const { id: profileId, kind, name, baseUrl: address, maxConcurrency: maxRequests } = profile;
      if (kind === 'built-in') {
        // Each computer has an engine of its own: there is no account that they share.
        const service = { id: `engine-${key?.slice(0, 20)}`, name, address: '', charges: false, cap: 1000 };
        return key === null ? [] : [{ profileId, service, isUsable: true, maxRequests }];
      }
      const origin = originOf(address);
      const service = { id: serviceIdOf(address), name, address, charges: canCharge(profile), cap: maxRequests };
      return [{ profileId, service, isUsable: origin !== null && keys.get(profileId, origin) !== null, maxRequests }];
    });
  }

  return {
    list,
    /** The service of a profile; null where there is no such profile. */
    async findByProfile(profileId: string): Promise<ServedService | null> {
      if (profileId === builtInProfileId) await askEngine();
      return list().find((each) => each.profileId === profileId) ?? null;
    },
  };
}
