import { expect, test } from 'vitest';
import { createMemoryKeyStore, originOf } from '../../../../main/service/keys/key-store.ts';

test.each([
  ['https://images.example', 'https://images.example'],
  ['https://images.example/v1/', 'https://images.example'],
  ['HTTPS://Images.Example:443/v1', 'https://images.example'],
  ['http://images.example', 'http://images.example'],
  ['https://images.example:8443', 'https://images.example:8443'],
  ['https://images.example@evil.example', 'https://evil.example'],
  [' http://127.0.0.1:8080 ', 'http://127.0.0.1:8080'],
  ['ftp://images.example', null],
  ['file:///etc/passwd', null],
  ['images.example', null],
  ['', null],
])('the origin of %j is %j', (address, origin) => {
  expect(originOf(address)).toBe(origin);
});

test('a key is returned for the origin it was entered for, and for no other', () => {
  const keys = createMemoryKeyStore();
  keys.set('studio', 'secret', 'https://images.example');
  expect(keys.get('studio', 'https://images.example')).toBe('secret');
  expect(keys.storageOf('studio', 'https://images.example')).toBe('session');
  for (const origin of ['http://images.example', 'https://images.example:8443', '', 'null']) {
    expect(keys.get('studio', origin)).toBeNull();
    expect(keys.storageOf('studio', origin)).toBe('none');
  }
  expect(keys.get('other', 'https://images.example')).toBeNull();
  keys.set('studio', 'newer', 'https://elsewhere.example');
  expect(keys.get('studio', 'https://images.example')).toBeNull();
  keys.remove('studio');
  expect(keys.get('studio', 'https://elsewhere.example')).toBeNull();
});
