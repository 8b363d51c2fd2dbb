/** The routes that the user's settings ask for: the system's proxy, none, or one of the user's own. */
import type { Settings } from '../../../../contract/app/settings.ts';
import { type KeyStore, originOf } from '../../key-store.ts';
import { createRoutes, type Routes } from './http-agents.ts';
import { direct, type ProxyChoice, proxyOfEnvironment, proxyOfSystem, readProxy } from './proxy-rules.ts';

/** Under this name the key store keeps "name:password" of the user's own proxy, for its origin. */
export const proxyKeyId = 'network:proxy';

export interface ProxySettingsOptions {
  readonly settings: () => Pick<Settings, 'proxy' | 'proxyAddress' | 'certificates'>;
  readonly keys: Pick<KeyStore, 'get'>;
  readonly env: NodeJS.ProcessEnv;
  /** What the system's settings say for an address, as Chromium puts it ("PROXY a:3128; DIRECT"); absent without a window. */
  readonly systemProxy?: ((url: string) => Promise<string>) | undefined;
}

/** Asked anew for each request: what the user or the system changes holds from the next one on. */
export function createRoutesFromSettings({ settings, keys, env, systemProxy }: ProxySettingsOptions): Routes {
  async function proxyFor(url: URL): Promise<ProxyChoice> {
    const { proxy, proxyAddress } = settings();
    if (proxy === 'none') return direct;
    if (proxy === 'own') return readProxy(withCredentials(proxyAddress, keys)) ?? direct;
    const named = proxyOfEnvironment(env, url);
    if (named !== null || systemProxy === undefined) return named ?? direct;
    // Of the address only its origin: a path may hold what a proxy's script has no business with.
    return proxyOfSystem(await systemProxy(url.origin).catch(() => 'DIRECT'));
  }
  return createRoutes({
    proxyFor,
    certificates: () => [settings().certificates, env.NODE_EXTRA_CA_CERTS ?? ''].filter((file) => file !== ''),
  });
}

/**
 * Returns name and password for a proxy that asks for them (407), or null for every proxy but the one that the user entered
 * and uses now.
 * @param asking as Chromium names it; an IPv6 address with or without brackets
 */
export function proxyCredentials(
  { proxy, proxyAddress }: Pick<Settings, 'proxy' | 'proxyAddress'>,
  keys: Pick<KeyStore, 'get'>,
  asking: { readonly host: string; readonly port: number },
): { readonly name: string; readonly password: string } | null {
  const url = URL.parse(proxyAddress);
  const origin = originOf(proxyAddress);
  if (proxy !== 'own' || url === null || origin === null) return null;
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const plainHost = (host: string) => host.toLowerCase().replace(/^\[|\]$/g, '');
  if (plainHost(asking.host) !== plainHost(url.hostname) || asking.port !== port) return null;
  const credentials = keys.get(proxyKeyId, origin);
  if (credentials === null) return null;
  const [name = '', ...rest] = credentials.split(':').map(decodePercent);
  return { name, password: rest.join(':') };
}

/** Returns the text as it is if a `%` in it begins no escape. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withCredentials(address: string, keys: Pick<KeyStore, 'get'>): string {
  const url = URL.parse(address);
  const credentials = keys.get(proxyKeyId, originOf(address) ?? '');
  if (url === null || credentials === null) return address;
  const [name = '', ...rest] = credentials.split(':');
  url.username = name;
  url.password = rest.join(':');
  return url.href;
}

/**
 * Reads what the user typed as a proxy: its address without name and password, and these (percent-encoded, `name:password`)
 * apart. Null: it is no address of a proxy that can be used.
 */
export function parseProxyInput(
  text: string,
): { readonly address: string; readonly credentials: string | null } | null {
  const read = readProxy(text);
  if (read?.kind !== 'proxy') return null;
  const url = new URL(read.url);
  const credentials = url.username === '' ? null : `${url.username}:${url.password}`;
  return { address: url.origin, credentials };
}
