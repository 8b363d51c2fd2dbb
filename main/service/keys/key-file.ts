/** Stores API keys with their origins: encrypted if the system can, plain if the user agreed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFileAtomic } from '../../files/atomic-write.ts';
import { createMemoryKeyStore, type KeyStore } from './key-store.ts';

export interface Cipher {
  /** False for a cipher without protection, too. */
  isAvailable(): boolean;
  encrypt(text: string): Buffer;
  /** @throws if another user or computer encrypted it */
  decrypt(bytes: Buffer): string;
}

export interface KeyFileOptions {
  readonly dataDir: string;
  readonly cipher: Cipher;
  /** Whether the user agreed to a plain file; called at each write. */
  readonly isPlainAllowed: () => boolean;
  /** Returns the origin of a profile's address, for keys stored without one. */
  readonly currentOrigin: (profileId: string) => string | null;
}

const entrySchema = z.object({
  storage: z.enum(['key-store', 'file']),
  value: z.string(),
  /** Absent: stored before origins were. */
  origin: z.string().optional(),
});
const fileSchema = z.record(z.string(), entrySchema);
type Entries = z.infer<typeof fileSchema>;

/** Keys that must not be written are kept until the process ends. */
export function openKeyFile({ dataDir, cipher, isPlainAllowed, currentOrigin }: KeyFileOptions): KeyStore {
  const file = join(dataDir, 'keys.json');
  const session = createMemoryKeyStore();

  const read = (): Entries => {
    if (!existsSync(file)) return {};
    try {
      return fileSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? {};
    } catch {
      return {}; // Damaged.
    }
  };
  const write = (entries: Entries) => {
    replaceFileAtomic(file, JSON.stringify(entries));
  };
  const findEntry = (profileId: string, origin: string) => {
    const { [profileId]: entry } = read();
    return entry?.origin === origin ? entry : null;
  };

  const decryptKey = (entry: Entries[string]): string | null => {
    try {
      return entry.storage === 'file' ? entry.value : cipher.decrypt(Buffer.from(entry.value, 'base64'));
    } catch {
      return null; // Encrypted by another user or computer.
    }
  };

  const set = (profileId: string, key: string, origin: string) => {
    const { [profileId]: _, ...otherEntries } = read();
    session.remove(profileId);
    if (cipher.isAvailable()) {
      const value = cipher.encrypt(key).toString('base64');
      write({ ...otherEntries, [profileId]: { storage: 'key-store', value, origin } });
    } else if (isPlainAllowed()) {
      write({ ...otherEntries, [profileId]: { storage: 'file', value: key, origin } });
    } else {
      write(otherEntries);
      session.set(profileId, key, origin);
    }
  };

  bindOldKeys(read, write, currentOrigin);
  return {
    available: cipher.isAvailable(),
    get: (profileId, origin) => {
      const sessionKey = session.get(profileId, origin);
      if (sessionKey !== null) return sessionKey;
      const entry = findEntry(profileId, origin);
      return entry === null ? null : decryptKey(entry);
    },
    set,
    persistSession: () => {
      for (const { profileId, key, origin } of session.entries()) set(profileId, key, origin);
    },
    remove: (profileId) => {
      session.remove(profileId);
      const { [profileId]: _, ...otherEntries } = read();
      write(otherEntries);
    },
    all: () => [...session.all(), ...Object.values(read()).flatMap((entry) => decryptKey(entry) ?? [])],
    storageOf: (profileId, origin) => {
      if (session.get(profileId, origin) !== null) return 'session';
      const entry = findEntry(profileId, origin);
      if (entry === null) return 'none';
      return decryptKey(entry) === null ? 'unreadable' : entry.storage;
    },
  };
}

/** Binds old keys to their profile's current origin, so that a new address does not get them. */
function bindOldKeys(
  read: () => Entries,
  write: (entries: Entries) => void,
  currentOrigin: (profileId: string) => string | null,
): void {
  const entries = Object.entries(read());
  if (entries.every(([, { origin }]) => origin !== undefined)) return;
  const bound = entries.flatMap(([id, entry]): [string, Entries[string]][] => {
    const origin = entry.origin ?? currentOrigin(id);
    return origin === null ? [] : [[id, { ...entry, origin }]];
  });
  write(Object.fromEntries(bound));
}
