import type { Settings } from '../../../../contract/app/settings.ts';
import { type KeyStore, originOf } from '../../keys/key-store.ts';
import { createRoutes, type Routes } from './http-agents.ts';
import { direct, type ProxyChoice, parseProxy, proxyOfEnvironment, proxyOfSystem } from './proxy-rules.ts';

/** Id of the custom proxy's "name:password" in the key store. */
export const proxyKeyId = 'network:proxy';

export interface ProxySettingsOptions {
  readonly settings: () => Pick<Settings, 'proxy' | 'proxyAddress' | 'certificates'>;
  readonly keys: Pick<KeyStore, 'get'>;
  readonly env: NodeJS.ProcessEnv;
  /** Chromium's resolver, which returns "PROXY a:3128; DIRECT"; absent without a window. */
  readonly systemProxy?: ((url: string) => Promise<string>) | undefined;
}

/** Reads the settings for each request, so that changes apply at once. */
export function createRoutesFromSettings({ settings, keys, env, systemProxy }: ProxySettingsOptions): Routes {
  async function proxyFor(url: URL): Promise<ProxyChoice> {
    const { proxy, proxyAddress } = settings();
    if (proxy === 'none') return direct;
    if (proxy === 'own') return parseProxy(withCredentials(proxyAddress, keys)) ?? direct;
    const environmentProxy = proxyOfEnvironment(env, url);
    if (environmentProxy !== null || systemProxy === undefined) return environmentProxy ?? direct;
    // Pass only the origin, because a path may hold secrets.
    return proxyOfSystem(await systemProxy(url.origin).catch(() => 'DIRECT'));
  }
  return createRoutes({
    proxyFor,
    certificates: () => [settings().certificates, env.NODE_EXTRA_CA_CERTS ?? ''].filter((file) => file !== ''),
  });
}

/**
 * Returns credentials if the custom proxy in use requires them (407).
 * @param asking an IPv6 address may have brackets
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

/** Returns the text unchanged if a `%` in it begins no escape. */
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

/** Separates a typed address and its credentials (percent-encoded, `name:password`). Null if unsupported. */
export function parseProxyInput(
  text: string,
): { readonly address: string; readonly credentials: string | null } | null {
  const proxy = parseProxy(text);
  if (proxy?.kind !== 'proxy') return null;
  const url = new URL(proxy.url);
  const credentials = url.username === '' ? null : `${url.username}:${url.password}`;
  return { address: url.origin, credentials };
}
