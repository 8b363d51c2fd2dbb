import { expect, test } from 'vitest';
import {
  type AddressScope,
  addressScopes,
  createScopedLookup,
  isScopeAllowed,
  type Resolve,
  refusedAddress,
  scopeOfAddress,
  scopeOfHost,
} from '../../../../main/service/http/address-scope.ts';

/** Rows of [address, scope], one for each address. */
const rowsOf = (scopes: Partial<Record<AddressScope, string[]>>) =>
  Object.entries(scopes).flatMap(([scope, addresses]) => addresses.map((address) => [address, scope] as const));

test.each(
  rowsOf({
    computer: ['127.0.0.1', '127.8.0.1', '0.0.0.0', '::1', '::', '[::1]', '::ffff:7f00:1', '64:ff9b::7f00:1'],
    network: [
      ...['10.1.2.3', '172.16.0.1', '192.168.0.9', '100.64.0.1', '100.127.255.255', 'fd00::1', 'fc00::1', 'fec0::1'],
      ...['::ffff:192.168.0.1', '::192.168.0.1', '::ffff:0:10.0.0.1', '64:ff9b::192.168.0.1', '64:ff9b:1::8.8.8.8'],
    ],
    link: ['169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
    reserved: ['198.18.0.7', '240.0.0.1', '2001:db8::1'],
    internet: ['172.32.0.1', '100.128.0.1', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'],
    nowhere: ['224.0.0.1', '255.255.255.255', 'ff02::1', '2002:c0a8:101::1', '2001::1', 'example.com', ''],
  }),
)('%s reaches: %s', (address, expected) => {
  expect(scopeOfAddress(address)).toBe(expected);
});

test.each(
  rowsOf({
    computer: ['localhost', 'LOCALHOST.', 'a.localhost'],
    network: ['nas', 'studio.local', 'studio.local.'],
    link: ['[fe80::1]'],
    internet: ['8.8.8.8', 'example.com'],
  }),
)('the host %s reaches: %s', (host, expected) => {
  expect(scopeOfHost(host)).toBe(expected);
});

test('a service can name the internet, its own scope, and from this computer the network as well', () => {
  const named = (service: AddressScope) => addressScopes.filter((reach) => isScopeAllowed(service, reach));
  expect(Object.fromEntries(addressScopes.map((service) => [service, named(service)]))).toEqual({
    computer: ['computer', 'network', 'internet'],
    network: ['network', 'internet'],
    link: ['link', 'internet'],
    reserved: ['reserved', 'internet'],
    internet: ['internet'],
    nowhere: ['internet'],
  });
});

const answering =
  (...addresses: string[]): Resolve =>
  (_host, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

function lookedUp(service: AddressScope, all: boolean, ...addresses: string[]): Promise<unknown[]> {
  return new Promise((resolve) =>
    createScopedLookup(service, answering(...addresses))('results.example', { all }, (error, ...found) =>
      resolve(error ? [error.code] : found),
    ),
  );
}

test.each<[AddressScope, string[], string[]]>([
  ['internet', ['8.8.8.8', '10.0.0.1', '::1', '2606:4700::1'], ['8.8.8.8', '2606:4700::1']],
  ['internet', ['64:ff9b::a00:1', '::ffff:127.0.0.1'], []],
  ['network', ['10.0.0.1', '127.0.0.1', '169.254.169.254'], ['10.0.0.1']],
  ['computer', ['127.0.0.1', '10.0.0.1'], ['127.0.0.1', '10.0.0.1']],
])('of a name’s addresses, a service reached at "%s" gets those in its scope: %s -> %s', async (service, has, gets) => {
  const family = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 });
  expect(await lookedUp(service, true, ...has)).toEqual(gets.length === 0 ? [refusedAddress] : [gets.map(family)]);
  const [first] = gets;
  expect(await lookedUp(service, false, ...has)).toEqual(
    first === undefined ? [refusedAddress] : Object.values(family(first)),
  );
});

test('an unknown name is reported as not found', async () => {
  const gone: Resolve = (_host, _options, done) => done(Object.assign(new Error('gone'), { code: 'ENOTFOUND' }), []);
  const error = await new Promise((resolve) => createScopedLookup('internet', gone)('results.example', {}, resolve));
  expect(error).toMatchObject({ code: 'ENOTFOUND' });
});
