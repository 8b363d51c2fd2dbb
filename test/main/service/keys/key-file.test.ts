import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Cipher, openKeyFile } from '../../../../main/service/keys/key-file.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'burnish-keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const here = 'https://images.example';
const elsewhere = 'https://elsewhere.example';

/** Simulates a system's key store, in which another user's values cannot be decrypted. */
function cipherOfUser(): Cipher {
  const secret = randomBytes(32);
  return {
    isAvailable: () => true,
    encrypt(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce);
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(bytes) {
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
    },
  };
}
const user = cipherOfUser();
const noCipher: Cipher = { ...user, isAvailable: () => false };

function open({ cipher = user, plain = false, origins = {} as Record<string, string> } = {}) {
  return openKeyFile({
    dataDir,
    cipher,
    isPlainAllowed: () => plain,
    currentOrigin: (profileId) => origins[profileId] ?? null,
  });
}
const written = () => readFileSync(join(dataDir, 'keys.json'), 'utf8');

describe.each([
  ['encrypted', { cipher: user, plain: false }, 'key-store', true],
  ['in a plain file', { cipher: noCipher, plain: true }, 'file', true],
  ['for this run only', { cipher: noCipher, plain: false }, 'session', false],
] as const)('a key kept %s', (_name, kind, storage, lasts) => {
  test('is returned for the origin it was entered for, and for no other', () => {
    const keys = open(kind);
    keys.set('studio', 'secret-1', here);
    expect([keys.get('studio', here), keys.storageOf('studio', here)]).toEqual(['secret-1', storage]);
    for (const origin of [elsewhere, 'http://images.example', 'https://images.example:8443', '', 'null'])
      expect([keys.get('studio', origin), keys.storageOf('studio', origin)], origin).toEqual([null, 'none']);
    expect(keys.get('other', here)).toBeNull();

    const later = open({ ...kind, origins: { studio: elsewhere } });
    expect(later.get('studio', here)).toBe(lasts ? 'secret-1' : null);
    expect(later.get('studio', elsewhere)).toBeNull();
  });

  test('is replaced by one for another origin, and can be removed', () => {
    const keys = open(kind);
    keys.set('studio', 'secret-1', here);
    keys.set('studio', 'secret-2', elsewhere);
    expect([keys.get('studio', here), keys.get('studio', elsewhere)]).toEqual([null, 'secret-2']);
    keys.remove('studio');
    expect(keys.get('studio', elsewhere)).toBeNull();
  });

  test('is readable only in the file the user agreed to, which is private', () => {
    open(kind).set('studio', 'secret-1', here);
    expect(written().includes('secret-1')).toBe(storage === 'file');
    if (process.platform !== 'win32') expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600);
  });
});

describe('a key stored without an origin', () => {
  const old = (value: string) => ({ storage: 'file' as const, value });
  const oldFile = (entries: object) => writeFileSync(join(dataDir, 'keys.json'), JSON.stringify(entries));

  test('belongs to the origin its profile has at the first start, and stays there', () => {
    oldFile({ studio: old('secret-1') });
    expect(open({ origins: { studio: here } }).get('studio', here)).toBe('secret-1');
    // The profile has another address at the next start, so its key no longer applies.
    const later = open({ origins: { studio: elsewhere } });
    expect([later.get('studio', elsewhere), later.get('studio', here)]).toEqual([null, 'secret-1']);
  });

  test('of a profile without an address is forgotten', () => {
    oldFile({ gone: old('secret-1'), studio: old('secret-2') });
    const keys = open({ origins: { studio: here } });
    expect(keys.get('studio', here)).toBe('secret-2');
    expect(written()).not.toContain('secret-1');
  });

  test('is decrypted as before', () => {
    oldFile({ studio: { storage: 'key-store', value: user.encrypt('secret-1').toString('base64') } });
    expect(open({ origins: { studio: here } }).get('studio', here)).toBe('secret-1');
  });
});

test('a key of this session is stored once the user agrees to a plain file', () => {
  let isAllowed = false;
  const options = { dataDir, cipher: noCipher, isPlainAllowed: () => isAllowed, currentOrigin: () => null };
  const keys = openKeyFile(options);
  keys.set('studio', 'secret-1', here);
  keys.persistSession();
  expect([keys.storageOf('studio', here), written().includes('secret-1')]).toEqual(['session', false]);
  isAllowed = true;
  keys.persistSession();
  expect(keys.storageOf('studio', here)).toBe('file');
  expect(openKeyFile(options).get('studio', here)).toBe('secret-1');
});

test('a key that cannot be decrypted is unreadable, and a damaged one counts as none', () => {
  open().set('studio', 'secret-1', here);
  const others = open({ cipher: cipherOfUser() });
  expect([others.get('studio', here), others.storageOf('studio', here)]).toEqual([null, 'unreadable']);
  expect(others.storageOf('studio', elsewhere)).toBe('none');
  writeFileSync(join(dataDir, 'keys.json'), '{"studio": {"storage"');
  const keys = open();
  expect([keys.get('studio', here), keys.storageOf('studio', here)]).toEqual([null, 'none']);
  keys.set('studio', 'secret-2', here);
  expect(keys.get('studio', here)).toBe('secret-2');
});

test('nothing is written if no key was entered', () => {
  open({ origins: { studio: here } }).get('studio', here);
  expect(existsSync(join(dataDir, 'keys.json'))).toBe(false);
});
