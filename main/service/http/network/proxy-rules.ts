/** Which proxy a request goes through: read from the environment, a typed address, or what the system's settings answered. */
import { BlockList, isIP } from 'node:net';

export type ProxyChoice =
  | { readonly kind: 'direct' }
  /** `url` holds the proxy's name and password, where there are any: it is never shown. */
  | { readonly kind: 'proxy'; readonly url: string; readonly name: string }
  /** A proxy of a kind that Burnish cannot use (SOCKS). */
  | { readonly kind: 'unsupported'; readonly name: string };

export const direct: ProxyChoice = { kind: 'direct' };

/** Reads an address such as `http://name:password@proxy.example:3128` or `proxy.example:3128`; null when it is none. */
export function readProxy(text: string): ProxyChoice | null {
  const typed = text.trim();
  const url = URL.parse(typed.includes('://') ? typed : `http://${typed}`);
  if (url === null || url.hostname === '' || /[^\x21-\x7e]/.test(typed)) return null;
  const host = url.port === '' ? url.hostname : `${url.hostname}:${url.port}`;
  if (/^socks[45]?[ah]?:$/.test(url.protocol)) return { kind: 'unsupported', name: `${url.protocol}//${host}` };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.pathname.length > 1 || url.search !== '' || url.hash !== '') return null;
  return { kind: 'proxy', url: url.href, name: url.host };
}

/**
 * What the environment says for `url`: HTTPS_PROXY or HTTP_PROXY, else ALL_PROXY, but for hosts in NO_PROXY; in lower case first.
 * This computer itself is always reached directly. Null: it names no proxy at all.
 */
export function proxyOfEnvironment(env: NodeJS.ProcessEnv, url: URL): ProxyChoice | null {
  const value = (name: string) => env[name.toLowerCase()] || env[name] || '';
  const address = value(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || value('ALL_PROXY');
  if (address === '') return null;
  if (isThisComputer(url.hostname) || isExempt(url, value('NO_PROXY'))) return direct;
  return readProxy(address);
}

/** What Chromium's `resolveProxy` answered, such as "PROXY a:3128; DIRECT": the first entry of a kind that can be used. */
export function proxyOfSystem(answer: string): ProxyChoice {
  let socks: ProxyChoice | null = null;
  for (const entry of answer.split(';')) {
    const [kind = '', host = ''] = entry.trim().split(/\s+/);
    const scheme = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }[kind.toUpperCase()];
    if (kind.toUpperCase() === 'DIRECT') return direct;
    const read = scheme ? readProxy(`${scheme}://${host}`) : null;
    if (read !== null) return read;
    if (/^SOCKS/i.test(kind)) socks ??= { kind: 'unsupported', name: `socks://${host}` };
  }
  return socks ?? direct;
}

/**
 * True when `url` is named in NO_PROXY: `*`, a host with all below it (`example.com`, `.example.com`, `*.example.com`), an
 * address, a network (`10.0.0.0/8`), each perhaps with a port; separated by commas or spaces.
 */
export function isExempt(url: URL, noProxy: string): boolean {
  const host = bare(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((rule) => rule !== '')
    .some((rule) => {
      if (rule === '*') return true;
      const [, name = rule, itsPort] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(rule) ?? [];
      if (itsPort !== undefined && itsPort !== port) return false;
      return name.includes('/') ? isInNetwork(host, name) : isOrIsBelow(host, bare(name));
    });
}

function isOrIsBelow(host: string, rule: string): boolean {
  const name = rule.replace(/^\*?\./, '');
  return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`));
}

function isInNetwork(host: string, network: string): boolean {
  const [address = '', bits = ''] = network.split('/');
  const family = isIP(bare(address));
  if (family === 0 || family !== isIP(host) || !/^\d+$/.test(bits)) return false;
  if (Number(bits) > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const block = new BlockList();
  block.addSubnet(bare(address), Number(bits), type);
  return block.check(host, type);
}

/** True for the names and addresses of this computer. */
export function isThisComputer(hostname: string): boolean {
  const host = bare(hostname);
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\./.test(host);
}

/** Without the brackets of an IPv6 address and the dot that may end a name. */
function bare(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}
