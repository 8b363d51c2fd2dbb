/** Keys of services in a file, each for the origin it was entered for: encrypted where the system can, plain where that is agreed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFileAtomic } from '../files/atomic-write.ts';
import { createMemoryKeyStore, type KeyStore } from './key-store.ts';

/** The operating system's way to keep a text so that only this user can read it. */
export interface Cipher {
  /** False where there is none, or one that protects nothing. */
  isAvailable(): boolean;
  encrypt(text: string): Buffer;
  /** @throws for what another user or computer encrypted */
  decrypt(bytes: Buffer): string;
}

export interface KeyFileOptions {
  readonly dataDir: string;
  readonly cipher: Cipher;
  /** Whether the user agreed to a plain file, read at each write. */
  readonly plainAllowed: () => boolean;
  /** The origin of a profile's address now; null when it has none. For keys of before origins were kept. */
  readonly originNow: (profileId: string) => string | null;
}

const entrySchema = z.object({
  storage: z.enum(['key-store', 'file']),
  value: z.string(),
  /** Absent: entered before origins were kept. */
  origin: z.string().optional(),
});
const fileSchema = z.record(z.string(), entrySchema);
type Entries = z.infer<typeof fileSchema>;

/** Keys that may not be written to disk are kept until the process ends. */
export function openKeyFile({ dataDir, cipher, plainAllowed, originNow }: KeyFileOptions): KeyStore {
  const file = join(dataDir, 'keys.json');
  const session = createMemoryKeyStore();

  const read = (): Entries => {
    if (!existsSync(file)) return {};
    try {
      return fileSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? {};
    } catch {
      return {}; // Damaged: the keys have to be entered again.
    }
  };
  const write = (entries: Entries) => {
    replaceFileAtomic(file, JSON.stringify(entries));
  };
  const entryFor = (profileId: string, origin: string) => {
    const { [profileId]: entry } = read();
    return entry?.origin === origin ? entry : null;
  };

  const keyIn = (entry: Entries[string]): string | null => {
    try {
      return entry.storage === 'file' ? entry.value : cipher.decrypt(Buffer.from(entry.value, 'base64'));
    } catch {
      return null; // Encrypted by another user or on another computer: the user has to enter it again.
    }
  };

  bindAtFirstStart(read, write, originNow);
  return {
    available: cipher.isAvailable(),
    get: (profileId, origin) => {
      const held = session.get(profileId, origin);
      if (held !== null) return held;
      const entry = entryFor(profileId, origin);
      return entry === null ? null : keyIn(entry);
    },
    set: (profileId, key, origin) => {
      const { [profileId]: _, ...others } = read();
      session.remove(profileId);
      if (cipher.isAvailable()) {
        const value = cipher.encrypt(key).toString('base64');
        write({ ...others, [profileId]: { storage: 'key-store', value, origin } });
      } else if (plainAllowed()) {
        write({ ...others, [profileId]: { storage: 'file', value: key, origin } });
      } else {
        write(others);
        session.set(profileId, key, origin);
      }
    },
    remove: (profileId) => {
      session.remove(profileId);
      const { [profileId]: _, ...others } = read();
      write(others);
    },
    all: () => [...session.all(), ...Object.values(read()).flatMap((entry) => keyIn(entry) ?? [])],
    storageOf: (profileId, origin) => {
      const held = session.storageOf(profileId, origin);
      return held === 'none' ? (entryFor(profileId, origin)?.storage ?? 'none') : held;
    },
  };
}

/**
 * Keys of before origins were kept belong to the origin their profile has at the first start that knows of origins, and to
 * none where it has none: from then on a profile's new address does not get them.
 */
function bindAtFirstStart(
  read: () => Entries,
  write: (entries: Entries) => void,
  originNow: (profileId: string) => string | null,
): void {
  const entries = Object.entries(read());
  if (entries.every(([, { origin }]) => origin !== undefined)) return;
  const bound = entries.flatMap(([id, entry]): [string, Entries[string]][] => {
    const origin = entry.origin ?? originNow(id);
    return origin === null ? [] : [[id, { ...entry, origin }]];
  });
  write(Object.fromEntries(bound));
}
