/** How requests reach their hosts: directly or through a proxy, over connections that are kept for a while. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AddressScope } from '../address-scope.ts';
import { direct, isThisComputer, type ProxyChoice, proxyOfEnvironment } from './proxy-rules.ts';
import { trustCertificates } from './trusted-certificates.ts';

interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

export interface Route {
  /** For requests that may ride on a connection kept open from before. */
  readonly kept: Agents;
  /** For requests that must have a connection of their own. */
  readonly fresh: Agents;
  /** Host and port of the proxy, without its name and password; null = none. */
  readonly proxy: string | null;
}

export interface Routes {
  /**
   * @param namedFrom how far the service reaches that named `url`, for which connections are kept apart: one that was made to the
   *   user's own service in the house must not serve the addresses that a stranger names
   * @throws ProxyUnsupported
   */
  to(url: URL, namedFrom?: AddressScope): Promise<Route>;
  /** Closes connections nobody uses: after sleep they are dead, and after a change of the network the wrong ones. */
  dropIdle(): void;
}

export interface RoutesOptions {
  readonly proxyFor: (url: URL) => ProxyChoice | Promise<ProxyChoice>;
  /** PEM files with further authorities to trust. */
  readonly certificates?: () => readonly string[];
}

/** The proxy that is set is of a kind Burnish cannot use. */
export class ProxyUnsupported extends Error {
  override readonly name = 'ProxyUnsupported';
  readonly proxy: string;

  constructor(proxy: string) {
    super('The proxy is of a kind that is not supported.');
    this.proxy = proxy;
  }
}

/** As Node's own shared agents: a connection nobody uses is closed after so long (ms). */
const idleMs = 5_000;

export function createRoutes({ proxyFor, certificates = () => [] }: RoutesOptions): Routes {
  const known = new Map<string, Route>();

  function routeBy(choice: Exclude<ProxyChoice, { kind: 'unsupported' }>, namedFrom = ''): Route {
    const key = `${namedFrom} ${choice.kind === 'proxy' ? choice.url : ''}`;
    const before = known.get(key);
    if (before) return before;
    const proxyEnv = choice.kind === 'proxy' ? { http_proxy: choice.url, https_proxy: choice.url } : {};
    const kept = { proxyEnv, keepAlive: true, scheduling: 'lifo', timeout: idleMs } as const;
    const route: Route = {
      kept: { http: new HttpAgent(kept), https: new HttpsAgent(kept) },
      fresh: { http: new HttpAgent({ proxyEnv }), https: new HttpsAgent({ proxyEnv }) },
      proxy: choice.kind === 'proxy' ? choice.name : null,
    };
    known.set(key, route);
    return route;
  }

  function dropIdle(): void {
    for (const { kept } of known.values())
      for (const agent of [kept.http, kept.https])
        for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
  }

  return {
    async to(url, namedFrom) {
      if (url.protocol === 'https:' && trustCertificates(certificates())) dropIdle();
      const choice = isThisComputer(url.hostname) ? direct : await proxyFor(url);
      if (choice.kind === 'unsupported') throw new ProxyUnsupported(choice.name);
      return routeBy(choice, namedFrom);
    },
    dropIdle,
  };
}

/** What the environment alone says, as for a command. */
export const environmentRoutes = createRoutes({
  proxyFor: (url) => proxyOfEnvironment(process.env, url) ?? direct,
  certificates: () => (process.env.NODE_EXTRA_CA_CERTS ? [process.env.NODE_EXTRA_CA_CERTS] : []),
});
