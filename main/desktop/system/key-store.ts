/** Keys of services in the operating system's key store; where there is none, for this run only or, if agreed, in a plain file. */
import { safeStorage } from 'electron';
import { type KeyFileOptions, openKeyFile } from '../../service/keys/key-file.ts';
import type { KeyStore } from '../../service/keys/key-store.ts';

/** On Linux without a secret service Chromium falls back to a fixed password, which protects nothing. */
function keyStoreAvailable(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}

export function openKeyStore(options: Omit<KeyFileOptions, 'cipher'>): KeyStore {
  return openKeyFile({
    ...options,
    cipher: {
      isAvailable: keyStoreAvailable,
      encrypt: (text) => safeStorage.encryptString(text),
      decrypt: (bytes) => safeStorage.decryptString(bytes),
    },
  });
}
