/** Scopes of addresses, and the rules for the addresses of results. */
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * `computer`: this one. `network`: a private network. `link`: the same cable only. `reserved`: for tests and some VPNs.
 * `internet`: public. `nowhere`: no single computer, or a tunnel.
 */
export const addressScopes = ['computer', 'network', 'link', 'reserved', 'internet', 'nowhere'] as const;
export type AddressScope = (typeof addressScopes)[number];

/** By range of ipaddr.js; all others are `nowhere`. */
const scopeByRange: Readonly<Record<string, AddressScope>> = {
  loopback: 'computer',
  // Systems resolve 0.0.0.0 to the computer itself.
  unspecified: 'computer',
  private: 'network',
  carrierGradeNat: 'network',
  uniqueLocal: 'network',
  deprecatedSiteLocal: 'network',
  linkLocal: 'link',
  reserved: 'reserved',
  unicast: 'internet',
};

/**
 * Returns the scope of an IPv4 or IPv6 address, with or without brackets or zone. An embedded address decides for the
 * one around it.
 */
export function scopeOfAddress(address: string): AddressScope {
  const text = address.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(text)) return 'nowhere';
  const parsed = ipaddr.parse(text);
  if (parsed instanceof ipaddr.IPv4) return scopeByRange[parsed.range()] ?? 'nowhere';
  const range = parsed.range();
  const inner = () => scopeOfAddress(parsed.toByteArray().slice(12).join('.'));
  switch (range) {
    case 'ipv4Mapped':
    case 'rfc6145':
      return inner();
    case 'rfc6052':
      // 64:ff9b:1::/48 is local to each network (RFC 8215), which alone knows the position of the inner address.
      return parsed.parts[2] === 0 ? inner() : 'network';
    case 'unicast':
      // "IPv4-compatible" (RFC 4291, 2.5.5.1): twelve zero bytes and an IPv4 address.
      return parsed.parts.slice(0, 6).every((part) => part === 0) ? inner() : 'internet';
    default:
      return scopeByRange[range] ?? 'nowhere';
  }
}

/**
 * Returns the scope of a host in a URL. A name counts as public unless it must be local (`localhost`, `nas`,
 * `nas.local`).
 */
export function scopeOfHost(hostname: string): AddressScope {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  if (host.startsWith('[') || ipaddr.isValid(host)) return scopeOfAddress(host);
  if (host === 'localhost' || host.endsWith('.localhost')) return 'computer';
  return host.endsWith('.local') || !host.includes('.') ? 'network' : 'internet';
}

/**
 * Whether a service in the scope `service` may name a result in the scope `named`: never in a network that it is not
 * part of.
 */
export function isScopeAllowed(service: AddressScope, named: AddressScope): boolean {
  if (named === 'internet') return true;
  if (named === 'nowhere') return false;
  return service === named || (service === 'computer' && named === 'network');
}

/** Error code if every address of a name is out of bounds. */
export const refusedAddress = 'ADDRESS_OUT_OF_BOUNDS';

/** Resolves host names; tests replace it. */
export type Resolve = (
  hostname: string,
  options: { readonly all: true; readonly family?: number | string | undefined },
  callback: (error: NodeJS.ErrnoException | null, found: { address: string; family: number }[]) => void,
) => void;

/**
 * Returns a lookup that yields only addresses a service in the scope `service` may name, so that a name cannot be
 * redirected after a check. Fails with `refusedAddress` if none is left.
 */
export function createScopedLookup(service: AddressScope, resolve: Resolve = lookup as Resolve): LookupFunction {
  return (hostname, { all, family }, callback) => {
    resolve(hostname, { all: true, family }, (error, found) => {
      if (error) return callback(error, []);
      const allowed = found.filter(({ address }) => isScopeAllowed(service, scopeOfAddress(address)));
      const [first] = allowed;
      if (first === undefined) return callback(Object.assign(new Error('out of bounds'), { code: refusedAddress }), []);
      if (all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
