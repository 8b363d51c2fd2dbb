/** Where the keys of services are kept, as the rest of the program sees it. A key goes to the origin it was entered for, only. */
import type { KeyStorage } from '../../contract/services/profile.ts';

/** `origin` is everywhere scheme, host and port of the profile's address (`originOf`). */
export interface KeyStore {
  /** Whether the operating system keeps keys safely here. */
  readonly available: boolean;
  /** The key of a profile, or null when there is none for this origin (or it cannot be decrypted any more). */
  get(profileId: string, origin: string): string | null;
  /** Keeps a key that was entered for an address of this origin, in the place of any other the profile had. */
  set(profileId: string, key: string, origin: string): void;
  remove(profileId: string): void;
  /** Returns every key that can be decrypted: those of services, and the passwords of the proxy and of the studio. */
  all(): string[];
  /** Where the key that `get` gives is kept. */
  storageOf(profileId: string, origin: string): KeyStorage;
}

/** Scheme, host and port of a service's address; null for one that no request can be sent to. */
export function originOf(baseUrl: string): string | null {
  const url = URL.parse(baseUrl.trim());
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.origin : null;
}

/** Keys that live as long as the process: the command line's, which takes them from the environment. */
export function createMemoryKeyStore(): KeyStore {
  const keys = new Map<string, { readonly key: string; readonly origin: string }>();
  const keyFor = (profileId: string, origin: string) => {
    const entry = keys.get(profileId);
    return entry?.origin === origin ? entry.key : null;
  };
  return {
    available: false,
    get: keyFor,
    set: (profileId, key, origin) => void keys.set(profileId, { key, origin }),
    remove: (profileId) => void keys.delete(profileId),
    all: () => [...keys.values()].map(({ key }) => key),
    storageOf: (profileId, origin) => (keyFor(profileId, origin) === null ? 'none' : 'session'),
  };
}
