/** A key is sent only to the origin it was entered for. */
import type { KeyStorage } from '../../../contract/services/profile.ts';

/** `origin` always is scheme, host and port of the profile's address (`originOf`). */
export interface KeyStore {
  readonly available: boolean;
  /** Returns null if it was entered for another origin, or cannot be decrypted. */
  get(profileId: string, origin: string): string | null;
  set(profileId: string, key: string, origin: string): void;
  remove(profileId: string): void;
  /** Returns every key that can be decrypted, also the passwords of the proxy and of the studio. */
  all(): string[];
  storageOf(profileId: string, origin: string): KeyStorage;
  /** Stores the keys of this run, if the user has agreed since they were entered. */
  persistSession(): void;
}

/** Returns scheme, host and port; null if the address is invalid. */
export function originOf(baseUrl: string): string | null {
  const url = URL.parse(baseUrl.trim());
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.origin : null;
}

/** For the command line, which reads keys from the environment. */
export function createMemoryKeyStore(): KeyStore & {
  entries(): readonly { readonly profileId: string; readonly key: string; readonly origin: string }[];
} {
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
    persistSession: () => undefined,
    entries: () => [...keys].map(([profileId, entry]) => ({ profileId, ...entry })),
    storageOf: (profileId, origin) => (keyFor(profileId, origin) === null ? 'none' : 'session'),
  };
}
