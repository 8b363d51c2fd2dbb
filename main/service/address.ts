/** Checks addresses: the base URL a user types, and the places a service names for its results. */
import { isIP } from 'node:net';
import { ServiceFailure } from './failure.ts';

export type BaseUrl =
  | {
      readonly ok: true;
      readonly url: string /** A sentence, when the address works but is not safe. */;
      readonly warning: string | null;
    }
  | { readonly ok: false; readonly problem: string };

/** Reads a typed base URL: http or https, no trailing slash, no user name, query or fragment. */
export function readBaseUrl(text: string): BaseUrl {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '') {
    return { ok: false, problem: 'The address must begin with https:// or http://.' };
  }
  if (url.username !== '' || url.password !== '') {
    return { ok: false, problem: 'The address must not hold a user name or a password.' };
  }
  if (url.search !== '' || url.hash !== '') {
    return { ok: false, problem: 'The address must end before any ? or #.' };
  }
  const open = url.protocol === 'http:' && !isPrivateHost(url.hostname);
  return {
    ok: true,
    url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    warning: open ? 'The key and the photographs travel unencrypted. Use https:// if the service has it.' : null,
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

/** True for names and numbers that mean this computer or the network at home; other names are not looked up. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (host.endsWith('.localhost') || host.endsWith('.local')) return true;
  if (isIP(host) === 4) return /^(127|10|0)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./.test(host);
  if (isIP(host) === 6)
    return host === '::1' || host === '::' || /^(f[cd]|fe[89ab])/.test(host) || host.startsWith('::ffff:');
  // A name without a dot ("localhost", "nas") is one of the local network.
  return !host.includes('.');
}

/**
 * The address of a result, checked: http or https, and not inside the user's own network unless the service itself is there
 * (a service on the internet has no business sending us to the router). Throws ServiceFailure RESULT_ADDRESS.
 */
export function resultAddress(text: string, baseUrl: string): URL {
  const url = URL.parse(text);
  const allowed =
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    (!isPrivateHost(url.hostname) || isPrivateHost(new URL(baseUrl).hostname));
  if (allowed) return url;
  throw new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_ADDRESS',
    subject: 'service',
    advice: 'none',
    userMessage: 'The service named a place for the result that Burnish does not fetch from. Ask the service.',
  });
}
