import { createHash } from 'node:crypto';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { ServiceFailure } from '../errors/service-failure.ts';
import { type AddressScope, isScopeAllowed, scopeOfHost } from '../http/address-scope.ts';

export type BaseUrl =
  | {
      readonly ok: true;
      readonly url: string;
      /** Set if the address works but is unsafe. */
      readonly warning: MessageDescriptor | null;
    }
  | { readonly ok: false; readonly problem: MessageDescriptor };

/** Accepts http and https without user name, query and fragment; strips trailing slashes. */
export function parseBaseUrl(text: string): BaseUrl {
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
  const isInsecure = url.protocol === 'http:' && !isLocal(url.hostname);
  return {
    ok: true,
    url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    warning: isInsecure ? msg('service.address.unencrypted') : null,
  };
}

/**
 * Whether two addresses are the same service. Case, default ports, dots, trailing slashes and names of this computer do
 * not count.
 */
export function isSameService(a: string, b: string): boolean {
  const normalized = normalizeServiceUrl(a);
  return normalized !== null && normalized === normalizeServiceUrl(b);
}

function normalizeServiceUrl(text: string): string | null {
  const parsed = parseBaseUrl(text);
  if (!parsed.ok) return null;
  const { protocol, hostname, port, pathname } = new URL(parsed.url);
  const host = hostname.replace(/\.$/, '');
  const isThisComputer = host === 'localhost' || ['127.0.0.1', '[::1]', '[::ffff:7f00:1]'].includes(host);
  return `${protocol}//${isThisComputer ? 'localhost' : host}:${port}${pathname.replace(/\/+$/, '')}`;
}

/** Whether traffic to the host stays in the local network. */
function isLocal(hostname: string): boolean {
  return ['computer', 'network', 'link'].includes(scopeOfHost(hostname));
}

/**
 * Accepts http and https in a scope that a service in the scope `service` may name. `createScopedLookup` checks host
 * names later.
 * @throws ServiceFailure RESULT_ADDRESS
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

/** Derives an id from the address, so that it never refers to another one. */
export function serviceIdOf(address: string): string {
  return `at-${createHash('sha256').update(address).digest('hex').slice(0, 20)}`;
}
