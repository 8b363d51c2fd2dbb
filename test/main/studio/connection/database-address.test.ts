import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { UserFacingError } from '../../../../contract/messages/message.ts';
import {
  connectionOptions,
  formatAddress,
  isLocalHost,
  readAddress,
  type StudioAddress,
} from '../../../../main/studio/connection/database-address.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';
import { authority } from '../../../helpers/service/test-authority.ts';
import { startRecordingServer } from '../../../helpers/studio/recording-server.ts';

const plain: StudioAddress = { host: 'nas.local', port: 5432, database: 'burnish', user: 'burnish' };

describe('an address', () => {
  test.each<[string, Partial<StudioAddress>]>([
    ['nas.local', {}],
    ['  NAS.local.  ', {}],
    ['nas.local:5433', { port: 5433 }],
    ['nas.local/studio', { database: 'studio' }],
    ['nas.local:80/studio-2', { port: 80, database: 'studio-2' }],
    ['postgres://nas.local', {}],
    ['POSTGRES://nas.local/', {}],
    ['postgresql://anna@nas.local:443/fotos_m%C3%A4rz', { user: 'anna', port: 443, database: 'fotos_märz' }],
    ['anna@nas.local', { user: 'anna' }],
    ['postgres://@nas.local', {}],
    ['192.168.1.5', { host: '192.168.1.5' }],
    ['127.1', { host: '127.0.0.1' }],
    ['2130706433:5433', { host: '127.0.0.1', port: 5433 }],
    ['::1', { host: '::1' }],
    ['[fd00::5]:5433/a', { host: 'fd00::5', port: 5433, database: 'a' }],
    ['postgres://[::1]', { host: '::1' }],
    ['/var/run/postgresql', { host: '/var/run/postgresql' }],
    ['postgres://%2Frun%2Fpg:5433/a', { host: '/run/pg', port: 5433, database: 'a' }],
  ])('%s', (text, differs) => {
    const address = readAddress(text);
    expect(address).toEqual({ ...plain, ...differs });
    expect(readAddress(formatAddress(address))).toEqual({ ...address, user: 'burnish' });
    expect(formatAddress(address)).not.toContain('anna');
  });

  const unreadable = [
    ...['', '  ', 'postgres://', 'postgres:///a', 'nas:0', 'nas:99999', 'nas:port', 'nas/a/b', 'nas/a%00'],
    ...['nas/%C3', `nas/${'a'.repeat(64)}`, 'na s', 'one,two', 'C:\\studio'],
  ];
  const otherSchemes = ['mysql://nas/a', 'https://nas/a', 'file:///etc/passwd'];
  const withParameters = ['nas?sslmode=disable', 'postgres://nas/a?sslrootcert=/a.pem', 'postgres://nas/a#b'];
  test.each<[string, RegExp]>([
    ...unreadable.map((text): [string, RegExp] => [text, /^This is not the address/]),
    ...otherSchemes.map((text): [string, RegExp] => [text, /begins with postgres/]),
    ...withParameters.map((text): [string, RegExp] => [text, /must not contain/]),
  ])('“%s” is rejected', (text, words) => {
    expect(() => readAddress(text)).toThrow(matchingError(words));
  });

  const password = 'hush-Hush1';
  test.each([
    `postgres://anna:${password}@nas/a`,
    `anna:${password}@nas`,
    `postgres://:${password}@nas`,
    `postgres://anna:${password}@x@nas/a`,
    `postgres://anna:#${password}@nas/a`,
    `postgres://anna:1?${password}@nas/a`,
    `postgres://anna:1/${password}@nas/a`,
    `postgres://anna:/${password}@nas`,
    `postgres://anna%3A${password}@nas/a`,
    `postgres:/anna:${password}@nas/a`,
    `mysql://anna:${password}@nas/a`,
  ])('a password is rejected, and never repeated: %s', (text) => {
    let error: unknown;
    try {
      readAddress(text);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(UserFacingError);
    const { message, stack, sentence } = error as UserFacingError;
    expect([message, stack, JSON.stringify(sentence)].join()).not.toContain('Hush');
  });

  test('explains other ways to provide a password', () => {
    expect(() => readAddress('anna:a@nas')).toThrow(matchingError(/PGPASSWORD, in a file .*, or in the key store/));
  });
});

test('names of this computer are recognized', () => {
  const loopback = ['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'];
  const here = ['localhost', 'LOCALHOST', '/run/pg', ...loopback];
  const addresses = ['10.0.0.1', '0.0.0.0', '::', 'fe80::1'];
  const away = ['nas', 'localhost.example.org', '127.0.0.1.nip.io', 'db.localhost', '', ...addresses];
  expect(here.filter((host) => !isLocalHost(host))).toEqual([]);
  expect(away.filter(isLocalHost)).toEqual([]);
});

describe('a connection', () => {
  /** Connects to a server as `host`; returns the bytes received by the server, and the error. */
  async function triedAs(
    host: string,
    certificates: string | undefined,
    { answers = [] as Buffer[], isSecure = true } = {},
  ) {
    const { port, heard } = await startRecordingServer(answers, isSecure);
    const secrets = { password: 'hush', ...(certificates === undefined ? {} : { certificates }) };
    const client = new Client({ ...connectionOptions({ ...plain, host, port }, secrets), host: '127.0.0.1' });
    client.on('error', () => undefined);
    const error = await client.connect().catch((caught: Error & { code?: string }) => caught.code ?? caught.message);
    return { error, heard: heard() };
  }

  test('is made if the certificate is valid for the name', async () => {
    expect((await triedAs('service.test', authority)).heard).toContain('application_name\0burnish');
  });

  test.each([
    ['a certificate for another name', 'other.test', authority, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['a certificate of an unknown authority', 'service.test', undefined, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['an empty list of authorities', 'service.test', '', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ])('is not made with %s', async (_, host, certificates, error) => {
    expect(await triedAs(host, certificates)).toEqual({ error, heard: '' });
  });

  test('is not made with a server that does not encrypt', async () => {
    const requestForEncryption = '\0\0\0\u0008\u0004Ò\u0016/';

    const { error, heard } = await triedAs('service.test', authority, { answers: [Buffer.from('N')], isSecure: false });

    expect([error, heard]).toEqual([expect.stringMatching(/SSL/), requestForEncryption]);
  });

  test('is encrypted only beyond this computer, and verified by IP address if there is no name', () => {
    const ssl = (host: string) => connectionOptions({ ...plain, host }, { password: null }).ssl;
    for (const host of ['localhost', '127.0.0.1', '::1', '/run/pg']) expect(ssl(host)).toBe(false);
    expect(ssl('nas.local')).toEqual({ rejectUnauthorized: true, servername: 'nas.local' });
    expect(ssl('192.168.1.5')).toEqual({ rejectUnauthorized: true });
    expect(connectionOptions(plain, { password: 'a', certificates: authority })).toEqual({
      ...plain,
      ...{ password: 'a', application_name: 'burnish' },
      ssl: { rejectUnauthorized: true, servername: 'nas.local', ca: authority },
      ...{ connectionTimeoutMillis: 5000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
    });
    expect(connectionOptions(plain, { password: null })).not.toHaveProperty('password');
  });
});
