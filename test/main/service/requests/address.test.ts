import { expect, test } from 'vitest';
import type { AddressScope } from '../../../../main/service/http/address-scope.ts';
import { isSameService, parseBaseUrl, resultAddress } from '../../../../main/service/requests/address.ts';
import { matchingMessage } from '../../../helpers/run/message-matchers.ts';

test.each([
  ['https://www.ailabapi.com', 'https://www.ailabapi.com'],
  ['  https://www.ailabapi.com/  ', 'https://www.ailabapi.com'],
  ['https://Example.com:8443/images//', 'https://example.com:8443/images'],
  ['http://127.0.0.1:4100/', 'http://127.0.0.1:4100'],
])('%j is the service %s', (typed, url) => {
  expect(parseBaseUrl(typed)).toEqual({ ok: true, url, warning: null });
});

test('HTTP to an internet host works with a warning', () => {
  expect(parseBaseUrl('http://example.com')).toMatchObject({
    ok: true,
    warning: matchingMessage(/unencrypted/),
  });
  expect(parseBaseUrl('http://192.168.1.20:8000')).toMatchObject({ ok: true, warning: null });
});

test.each(['', 'example.com', 'ftp://example.com', 'file:///etc/passwd', 'javascript:alert(1)', 'https://'])(
  '%j is not an address of a service',
  (typed) => {
    expect(parseBaseUrl(typed)).toMatchObject({ ok: false, problem: matchingMessage(/https:\/\//) });
  },
);

test.each(['https://me:secret@example.com', 'https://example.com/?key=1', 'https://example.com/#top'])(
  '%j contains parts that are not allowed',
  (typed) => {
    const read = parseBaseUrl(typed);
    expect(read.ok).toBe(false);
    expect(JSON.stringify(read)).not.toContain('secret');
  },
);

test.each<[string, AddressScope, boolean]>([
  ['https://cdn.example.org/a.png?sig=1', 'internet', true],
  ['http://cdn.example.org/a.png', 'internet', true],
  ['http://127.0.0.1:9/files/a', 'computer', true],
  ['http://192.168.1.5/a.png', 'network', true],
  ['http://192.168.1.1/reboot', 'internet', false],
  ['http://[::1]:631/', 'internet', false],
  ['http://localhost:631/', 'network', false],
  ['http://router/', 'internet', false],
  ['http://169.254.169.254/latest/meta-data', 'network', false],
  ['https://user:word@cdn.example.org/a.png', 'internet', false],
  ['file:///etc/passwd', 'internet', false],
  ['data:image/png;base64,AAAA', 'internet', false],
  ['not an address', 'internet', false],
])('a result at %s of a service reached at "%s" is fetched: %s', (text, service, allowed) => {
  if (allowed) expect(resultAddress(text, service).href).toBe(text);
  else {
    expect(() => resultAddress(text, service)).toThrow(
      expect.objectContaining({ kind: 'fatal', code: 'RESULT_ADDRESS', message: expect.not.stringContaining(text) }),
    );
  }
});

const spellings = {
  numbers: ['http://2130706433/', 'http://0x7f000001/', 'http://0177.0.0.1/', 'http://3232235777/'],
  short: ['http://127.1/', 'http://0x7f.1/', 'http://0300.0250.1.1/', 'http://127.0.0.1./'],
  encoded: ['http://%31%32%37.0.0.1/', 'http://①②⑦.0.0.1/'],
  mapped: ['http://[::ffff:127.0.0.1]/', 'http://[0:0:0:0:0:ffff:7f00:1]/', 'http://[::127.0.0.1]/'],
  translated: ['http://[64:ff9b::7f00:1]/', 'http://[2002:7f00:1::]/'],
};

test.each(Object.values(spellings).flat())('%s is closed to an internet host, however it is spelled', (text) => {
  expect(() => resultAddress(text, 'internet')).toThrow(expect.objectContaining({ code: 'RESULT_ADDRESS' }));
});

test.each([
  ['https://example.com', 'HTTPS://EXAMPLE.com:443/', true],
  ['http://example.com/images', ' http://example.com:80/images/. ', true],
  ['http://example.com/images', 'http://example.com/other/../images//', true],
  ['https://example.com', 'https://example.com.', true],
  ['http://127.0.0.1:4100', 'http://LOCALHOST:4100', true],
  ['http://127.0.0.1:4100/v1', 'http://[::1]:4100/v1/', true],
  ['http://localhost:4100', 'http://127.1:4100', true],
  ['http://localhost:4100', 'http://localhost:4101', false],
  ['http://localhost', 'https://localhost', false],
  ['http://127.0.0.1', 'http://127.0.0.2', false],
  ['https://example.com/a', 'https://example.com/A', false],
  ['https://example.com', 'https://www.example.com', false],
  ['', '', false],
  ['https://me:secret@example.com', 'https://me:secret@example.com', false],
])('%j and %j are one service: %s', (a, b, expected) => {
  expect([isSameService(a, b), isSameService(b, a)]).toEqual([expected, expected]);
});
