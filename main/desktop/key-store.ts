/** Keys of services in the operating system's key store; where there is none, for this run only or, if agreed, in a plain file. */
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { safeStorage } from 'electron';
import { z } from 'zod';
import type { KeyStorage } from '../../preload/contract/profile.ts';
import type { KeyStore } from '../service/keys.ts';

const fileSchema = z.record(z.string(), z.object({ storage: z.enum(['key-store', 'file']), value: z.string() }));
type Entries = z.infer<typeof fileSchema>;

/** On Linux without a secret service Chromium falls back to a fixed password, which protects nothing. */
export function keyStoreAvailable(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}

/** @param plainAllowed whether the user agreed to a plain file, read at each write. */
export function openKeyStore(dataDir: string, plainAllowed: () => boolean): KeyStore {
  const file = join(dataDir, 'keys.json');
  const session = new Map<string, string>();

  const read = (): Entries => {
    if (!existsSync(file)) return {};
    return fileSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? {};
  };
  const write = (entries: Entries) => {
    writeFileSync(`${file}.new`, JSON.stringify(entries), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    chmodSync(file, 0o600);
  };
  const decode = ({ storage, value }: Entries[string]) =>
    storage === 'file' ? value : safeStorage.decryptString(Buffer.from(value, 'base64'));

  return {
    available: keyStoreAvailable(),
    get: (profileId) => {
      const held = session.get(profileId);
      if (held !== undefined) return held;
      const entry = read()[profileId];
      try {
        return entry ? decode(entry) : null;
      } catch {
        return null; // Encrypted by another user or on another computer: the user has to enter it again.
      }
    },
    set: (profileId, key) => {
      const { [profileId]: _, ...others } = read();
      session.delete(profileId);
      if (keyStoreAvailable()) {
        write({
          ...others,
          [profileId]: { storage: 'key-store', value: safeStorage.encryptString(key).toString('base64') },
        });
      } else if (plainAllowed()) {
        write({ ...others, [profileId]: { storage: 'file', value: key } });
      } else {
        write(others);
        session.set(profileId, key);
      }
    },
    remove: (profileId) => {
      session.delete(profileId);
      const { [profileId]: _, ...others } = read();
      write(others);
    },
    storageOf: (profileId): KeyStorage => (session.has(profileId) ? 'session' : (read()[profileId]?.storage ?? 'none')),
  };
}
