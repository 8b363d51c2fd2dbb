import { expect, test } from 'vitest';
import { isPrivateHost, readBaseUrl, resultAddress, sameService } from '../../../main/service/address.ts';

test.each([
  ['https://www.ailabapi.com', 'https://www.ailabapi.com'],
  ['  https://www.ailabapi.com/  ', 'https://www.ailabapi.com'],
  ['https://Example.com:8443/images//', 'https://example.com:8443/images'],
  ['http://127.0.0.1:4100/', 'http://127.0.0.1:4100'],
])('%j is the service %s', (typed, url) => {
  expect(readBaseUrl(typed)).toEqual({ ok: true, url, warning: null });
});

test('http to a stranger works with a warning', () => {
  expect(readBaseUrl('http://example.com')).toMatchObject({
    ok: true,
    warning: expect.stringContaining('unencrypted'),
  });
  expect(readBaseUrl('http://192.168.1.20:8000')).toMatchObject({ ok: true, warning: null });
});

test.each(['', 'example.com', 'ftp://example.com', 'file:///etc/passwd', 'javascript:alert(1)', 'https://'])(
  '%j is no address of a service',
  (typed) => {
    expect(readBaseUrl(typed)).toMatchObject({ ok: false, problem: expect.stringContaining('https://') });
  },
);

test.each(['https://me:secret@example.com', 'https://example.com/?key=1', 'https://example.com/#top'])(
  '%j says too much',
  (typed) => {
    const read = readBaseUrl(typed);
    expect(read.ok).toBe(false);
    expect(JSON.stringify(read)).not.toContain('secret');
  },
);

test.each([
  ['localhost', true],
  ['nas', true],
  ['studio.local', true],
  ['127.8.0.1', true],
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['169.254.169.254', true],
  ['192.168.0.9', true],
  ['[::1]', true],
  ['[fd00::1]', true],
  ['[fe80::1]', true],
  ['[2001:db8::1]', false],
  ['8.8.8.8', false],
  ['example.com', false],
])('%s is a private host: %s', (host, expected) => {
  expect(isPrivateHost(host)).toBe(expected);
});

test.each([
  ['https://cdn.example.org/a.png?sig=1', 'https://example.com', true],
  ['http://cdn.example.org/a.png', 'https://example.com', true],
  ['http://127.0.0.1:9/files/a', 'http://127.0.0.1:9', true],
  ['http://192.168.1.5/a.png', 'http://studio:8000', true],
  ['http://192.168.1.1/reboot', 'https://example.com', false],
  ['http://[::1]:631/', 'https://example.com', false],
  ['file:///etc/passwd', 'https://example.com', false],
  ['data:image/png;base64,AAAA', 'https://example.com', false],
  ['not an address', 'https://example.com', false],
])('a result at %s of the service %s is fetched: %s', (text, baseUrl, allowed) => {
  if (allowed) expect(resultAddress(text, baseUrl).href).toBe(text);
  else {
    expect(() => resultAddress(text, baseUrl)).toThrow(
      expect.objectContaining({ kind: 'fatal', code: 'RESULT_ADDRESS', message: expect.not.stringContaining(text) }),
    );
  }
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
  expect([sameService(a, b), sameService(b, a)]).toEqual([expected, expected]);
});
