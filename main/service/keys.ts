/** Where the keys of services are kept, as the rest of the program sees it. */
import type { KeyStorage } from '../../preload/contract/profile.ts';

export interface KeyStore {
  /** Whether the operating system keeps keys safely here. */
  readonly available: boolean;
  /** The key of a profile, or null when there is none (or it cannot be decrypted any more). */
  get(profileId: string): string | null;
  set(profileId: string, key: string): void;
  remove(profileId: string): void;
  storageOf(profileId: string): KeyStorage;
}

/** Keys that live as long as the process: the command line's, which takes them from the environment. */
export function keysInMemory(initial: Readonly<Record<string, string>> = {}): KeyStore {
  const keys = new Map(Object.entries(initial));
  return {
    available: false,
    get: (profileId) => keys.get(profileId) ?? null,
    set: (profileId, key) => void keys.set(profileId, key),
    remove: (profileId) => void keys.delete(profileId),
    storageOf: (profileId) => (keys.has(profileId) ? 'session' : 'none'),
  };
}
