import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * `computer`: this one. `network`: private. `link`: the same cable only. `reserved`: for tests and some VPNs.
 * `nowhere`: no single computer, or a tunnel.
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

/** Accepts brackets and zones. An embedded address decides for the one around it. */
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
      // Only the network itself knows the position of the inner address in 64:ff9b:1::/48 (RFC 8215).
      return parsed.parts[2] === 0 ? inner() : 'network';
    case 'unicast':
      // "IPv4-compatible" (RFC 4291, 2.5.5.1): twelve zero bytes and an IPv4 address.
      return parsed.parts.slice(0, 6).every((part) => part === 0) ? inner() : 'internet';
    default:
      return scopeByRange[range] ?? 'nowhere';
  }
}

/** A name counts as public unless it must be local (`localhost`, `nas`, `nas.local`). */
export function scopeOfHost(hostname: string): AddressScope {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  if (host.startsWith('[') || ipaddr.isValid(host)) return scopeOfAddress(host);
  if (host === 'localhost' || host.endsWith('.localhost')) return 'computer';
  return host.endsWith('.local') || !host.includes('.') ? 'network' : 'internet';
}

/** Whether a service in the scope `service` may name a result in the scope `named`. */
export function isScopeAllowed(service: AddressScope, named: AddressScope): boolean {
  if (named === 'internet') return true;
  if (named === 'nowhere') return false;
  return service === named || (service === 'computer' && named === 'network');
}

export const refusedAddress = 'ADDRESS_OUT_OF_BOUNDS';

export type Resolve = (
  hostname: string,
  options: { readonly all: true; readonly family?: number | string | undefined },
  callback: (error: NodeJS.ErrnoException | null, found: { address: string; family: number }[]) => void,
) => void;

/**
 * Yields only addresses that a service in the scope `service` may name, even if a name changed after a check. Fails
 * with `refusedAddress` if none is left.
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
