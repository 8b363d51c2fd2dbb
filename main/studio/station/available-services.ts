/** The services of this computer's profiles, as a studio knows them. */
import { builtInProfileId, canCharge } from '../../../contract/services/profile.ts';
import { type KeyStore, originOf } from '../../service/keys/key-store.ts';
import { serviceIdOf } from '../../service/requests/address.ts';
import type { Store } from '../../store/index.ts';
import type { ServedService } from '../queue/queue-types.ts';

interface ServicesContext {
  readonly store: Pick<Store, 'profiles'>;
  readonly keys: Pick<KeyStore, 'get'>;
  /** Computes the identity of the built-in engine: stations with the same models share work. Called once. */
  readonly engineKey: () => Promise<string>;
}

export function servedServices({ store, keys, engineKey }: ServicesContext) {
  let keyRequest: Promise<string> | null = null;
  let key: string | null = null;
  const loadEngineKey = async () => {
    keyRequest ??= engineKey();
    key = await keyRequest;
  };

  /** Omits the engine until its identity is known. */
  function list(): ServedService[] {
    if (keyRequest === null) loadEngineKey().catch(() => undefined);
    return store.profiles.list().flatMap((profile): ServedService[] => {
      const { id: profileId, kind, name, baseUrl: address, maxConcurrency: maxRequests } = profile;
      if (kind === 'built-in') {
        // Each computer has its own engine, so that no account limits them together.
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
    async findByProfile(profileId: string): Promise<ServedService | null> {
      if (profileId === builtInProfileId) await loadEngineKey();
      return list().find((each) => each.profileId === profileId) ?? null;
    },
  };
}
