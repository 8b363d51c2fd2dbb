import { BlockList, isIP } from 'node:net';

export type ProxyChoice =
  | { readonly kind: 'direct' }
  /** `url` may hold credentials, so it is never shown. */
  | { readonly kind: 'proxy'; readonly url: string; readonly name: string }
  /** SOCKS. */
  | { readonly kind: 'unsupported'; readonly name: string };

export const direct: ProxyChoice = { kind: 'direct' };

/** Parses `http://name:password@proxy.example:3128` or `proxy.example:3128`. */
export function parseProxy(text: string): ProxyChoice | null {
  const trimmed = text.trim();
  const url = URL.parse(trimmed.includes('://') ? trimmed : `http://${trimmed}`);
  if (url === null || url.hostname === '' || /[^\x21-\x7e]/.test(trimmed)) return null;
  const host = url.port === '' ? url.hostname : `${url.hostname}:${url.port}`;
  if (/^socks[45]?[ah]?:$/.test(url.protocol)) return { kind: 'unsupported', name: `${url.protocol}//${host}` };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.pathname.length > 1 || url.search !== '' || url.hash !== '') return null;
  return { kind: 'proxy', url: url.href, name: url.host };
}

/**
 * Returns the proxy by HTTPS_PROXY or HTTP_PROXY, else ALL_PROXY, unless NO_PROXY matches; lower case first. Null if
 * none is named.
 */
export function proxyOfEnvironment(env: NodeJS.ProcessEnv, url: URL): ProxyChoice | null {
  const value = (name: string) => env[name.toLowerCase()] || env[name] || '';
  const address = value(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || value('ALL_PROXY');
  if (address === '') return null;
  if (isThisComputer(url.hostname) || isExempt(url, value('NO_PROXY'))) return direct;
  return parseProxy(address);
}

/** Returns the first usable entry of Chromium's "PROXY a:3128; DIRECT". */
export function proxyOfSystem(answer: string): ProxyChoice {
  let socks: ProxyChoice | null = null;
  for (const entry of answer.split(';')) {
    const [kind = '', host = ''] = entry.trim().split(/\s+/);
    const scheme = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }[kind.toUpperCase()];
    if (kind.toUpperCase() === 'DIRECT') return direct;
    const proxy = scheme ? parseProxy(`${scheme}://${host}`) : null;
    if (proxy !== null) return proxy;
    if (/^SOCKS/i.test(kind)) socks ??= { kind: 'unsupported', name: `socks://${host}` };
  }
  return socks ?? direct;
}

/**
 * Whether `url` matches NO_PROXY: `*`, a host and all below it (`example.com`, `.example.com`, `*.example.com`), an
 * address, or a network (`10.0.0.0/8`), with an optional port; separated by commas or spaces.
 */
export function isExempt(url: URL, noProxy: string): boolean {
  const host = normalizeHost(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((rule) => rule !== '')
    .some((rule) => {
      if (rule === '*') return true;
      const [, name = rule, rulePort] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(rule) ?? [];
      if (rulePort !== undefined && rulePort !== port) return false;
      return name.includes('/') ? isInNetwork(host, name) : isSameOrSubdomain(host, normalizeHost(name));
    });
}

function isSameOrSubdomain(host: string, rule: string): boolean {
  const name = rule.replace(/^\*?\./, '');
  return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`));
}

function isInNetwork(host: string, network: string): boolean {
  const [address = '', bits = ''] = network.split('/');
  const family = isIP(normalizeHost(address));
  if (family === 0 || family !== isIP(host) || !/^\d+$/.test(bits)) return false;
  if (Number(bits) > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const block = new BlockList();
  block.addSubnet(normalizeHost(address), Number(bits), type);
  return block.check(host, type);
}

export function isThisComputer(hostname: string): boolean {
  const host = normalizeHost(hostname);
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\./.test(host);
}

/** Strips the brackets of IPv6 and a trailing dot. */
function normalizeHost(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}
