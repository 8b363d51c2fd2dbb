import { expect, test } from 'vitest';
import { originOf } from '../../../../main/service/keys/key-store.ts';

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
