/** How far an address reaches, and which addresses a service may name for its results: judged when the connection is made. */
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * `computer`: this one. `network`: the one at home or at work. `link`: only what hangs on the same cable. `reserved`: for tests and
 * for programs that put themselves between (some VPNs). `internet`: anybody. `nowhere`: no single computer, or a tunnel.
 */
export const addressScopes = ['computer', 'network', 'link', 'reserved', 'internet', 'nowhere'] as const;
export type AddressScope = (typeof addressScopes)[number];

/** By the names of ipaddr.js; classes not listed here lead nowhere (`nowhere`). */
const ofRange: Readonly<Record<string, AddressScope>> = {
  loopback: 'computer',
  // Systems take 0.0.0.0 for the computer itself.
  unspecified: 'computer',
  private: 'network',
  carrierGradeNat: 'network',
  uniqueLocal: 'network',
  deprecatedSiteLocal: 'network',
  linkLocal: 'link',
  reserved: 'reserved',
  unicast: 'internet',
};

/** The reach of a number (IPv4 or IPv6, with or without brackets or a zone). One inside another is judged by the inner one. */
export function scopeOfAddress(address: string): AddressScope {
  const text = address.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(text)) return 'nowhere';
  const parsed = ipaddr.parse(text);
  if (parsed instanceof ipaddr.IPv4) return ofRange[parsed.range()] ?? 'nowhere';
  const range = parsed.range();
  const inner = () => scopeOfAddress(parsed.toByteArray().slice(12).join('.'));
  switch (range) {
    case 'ipv4Mapped':
    case 'rfc6145':
      return inner();
    case 'rfc6052':
      // 64:ff9b:1::/48 is each network's own (RFC 8215): where in it the inner address stands, only that network knows.
      return parsed.parts[2] === 0 ? inner() : 'network';
    case 'unicast':
      // "IPv4-compatible" (RFC 4291, 2.5.5.1): twelve zero bytes and an IPv4 address.
      return parsed.parts.slice(0, 6).every((part) => part === 0) ? inner() : 'internet';
    default:
      return ofRange[range] ?? 'nowhere';
  }
}

/** What a host in an address says of itself: a number is judged, a name only where it can be no other (`localhost`, `nas`, `nas.local`). */
export function scopeOfHost(hostname: string): AddressScope {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  if (host.startsWith('[') || ipaddr.isValid(host)) return scopeOfAddress(host);
  if (host === 'localhost' || host.endsWith('.localhost')) return 'computer';
  return host.endsWith('.local') || !host.includes('.') ? 'network' : 'internet';
}

/** True where a service that was reached at `service` may name `named` for a result: it sends nobody into a network it is not in. */
export function isScopeAllowed(service: AddressScope, named: AddressScope): boolean {
  if (named === 'internet') return true;
  if (named === 'nowhere') return false;
  return service === named || (service === 'computer' && named === 'network');
}

/** The code of a connection that was not made because every address of the name is out of bounds. */
export const refusedAddress = 'ADDRESS_OUT_OF_BOUNDS';

/** How names are looked up; tests put their own. */
export type Resolve = (
  hostname: string,
  options: { readonly all: true; readonly family?: number | string | undefined },
  done: (error: NodeJS.ErrnoException | null, found: { address: string; family: number }[]) => void,
) => void;

/**
 * A look-up for the connection to a result: it gives only the addresses that a service reached at `service` may name, so that a
 * name that means something else by now leads nowhere. Fails with `refusedAddress` where none is left.
 */
export function createScopedLookup(service: AddressScope, resolve: Resolve = lookup as Resolve): LookupFunction {
  return (hostname, { all, family }, done) => {
    resolve(hostname, { all: true, family }, (error, found) => {
      if (error) return done(error, []);
      const allowed = found.filter(({ address }) => isScopeAllowed(service, scopeOfAddress(address)));
      const [first] = allowed;
      if (first === undefined) return done(Object.assign(new Error('out of bounds'), { code: refusedAddress }), []);
      if (all) done(null, allowed);
      else done(null, first.address, first.family);
    });
  };
}
