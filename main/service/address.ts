/** Checks addresses: the base URL a user types, and the places a service names for its results. */
import { createHash } from 'node:crypto';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { type AddressScope, isScopeAllowed, scopeOfHost } from './http/address-scope.ts';
import { ServiceFailure } from './service-failure.ts';

export type BaseUrl =
  | {
      readonly ok: true;
      readonly url: string;
      /** Set when the address works but is not safe. */
      readonly warning: MessageDescriptor | null;
    }
  | { readonly ok: false; readonly problem: MessageDescriptor };

/** Reads a typed base URL: http or https, no trailing slash, no user name, query or fragment. */
export function readBaseUrl(text: string): BaseUrl {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '') {
    return { ok: false, problem: msg('contract.profile.address') };
  }
  if (url.username !== '' || url.password !== '') {
    return { ok: false, problem: msg('service.address.password') };
  }
  if (url.search !== '' || url.hash !== '') {
    return { ok: false, problem: msg('service.address.query') };
  }
  const isInsecure = url.protocol === 'http:' && !isInside(url.hostname);
  return {
    ok: true,
    url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    warning: isInsecure ? msg('service.address.unencrypted') : null,
  };
}

/**
 * True for two spellings of one service's address: case, default ports, dots in the path and trailing slashes do not count, and the
 * names of this computer are one. False where one of them is no address.
 */
export function sameService(a: string, b: string): boolean {
  const [one, other] = [placeOf(a), placeOf(b)];
  return one !== null && one === other;
}

function placeOf(text: string): string | null {
  const read = readBaseUrl(text);
  if (!read.ok) return null;
  const { protocol, hostname, port, pathname } = new URL(read.url);
  const host = hostname.replace(/\.$/, '');
  const isThisComputer = host === 'localhost' || ['127.0.0.1', '[::1]', '[::ffff:7f00:1]'].includes(host);
  return `${protocol}//${isThisComputer ? 'localhost' : host}:${port}${pathname.replace(/\/+$/, '')}`;
}

/** True where what is sent to the host does not leave the network it is sent from. */
function isInside(hostname: string): boolean {
  return ['computer', 'network', 'link'].includes(scopeOfHost(hostname));
}

/**
 * The address of a result, checked as far as it says itself where it leads: http or https, and nothing that a service reached at
 * `service` has no business to name. Where a name leads is judged when it is connected to (`createScopedLookup`).
 * Throws ServiceFailure RESULT_ADDRESS.
 */
export function resultAddress(text: string, service: AddressScope): URL {
  const url = URL.parse(text);
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  if (isWeb && url.username === '' && url.password === '' && isScopeAllowed(service, scopeOfHost(url.hostname)))
    return url;
  throw new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_ADDRESS',
    subject: 'service',
    advice: 'none',
    sentence: msg('service.result.address'),
  });
}

/** What a studio knows the service at an address by: worked out from the address, so that it stands for no other one. */
export function serviceIdOf(address: string): string {
  return `at-${createHash('sha256').update(address).digest('hex').slice(0, 20)}`;
}
