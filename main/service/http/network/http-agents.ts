/** Routes to hosts, over connections that stay open for a while. */
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
  /** Reuse open connections. */
  readonly kept: Agents;
  /** Open new connections. */
  readonly fresh: Agents;
  /** Host and port, without credentials; null for a direct route. */
  readonly proxy: string | null;
}

export interface Routes {
  /**
   * @param namedFrom scope of the service that named `url`. Connections to the user's own service never serve addresses
   *   from strangers.
   * @throws ProxyUnsupported
   */
  to(url: URL, namedFrom?: AddressScope): Promise<Route>;
  /** Closes idle connections, which are dead after sleep and wrong after a change of network. */
  dropIdle(): void;
}

export interface RoutesOptions {
  readonly proxyFor: (url: URL) => ProxyChoice | Promise<ProxyChoice>;
  /** PEM files of additional authorities. */
  readonly certificates?: () => readonly string[];
}

export class ProxyUnsupported extends Error {
  override readonly name = 'ProxyUnsupported';
  readonly proxy: string;

  constructor(proxy: string) {
    super('This type of proxy is not supported.');
    this.proxy = proxy;
  }
}

/** As in Node's own shared agents. */
const idleTimeoutMs = 5_000;

export function createRoutes({ proxyFor, certificates = () => [] }: RoutesOptions): Routes {
  const routeByKey = new Map<string, Route>();

  function routeFor(choice: Exclude<ProxyChoice, { kind: 'unsupported' }>, namedFrom = ''): Route {
    const key = `${namedFrom} ${choice.kind === 'proxy' ? choice.url : ''}`;
    const existing = routeByKey.get(key);
    if (existing) return existing;
    const proxyEnv = choice.kind === 'proxy' ? { http_proxy: choice.url, https_proxy: choice.url } : {};
    const kept = { proxyEnv, keepAlive: true, scheduling: 'lifo', timeout: idleTimeoutMs } as const;
    const route: Route = {
      kept: { http: new HttpAgent(kept), https: new HttpsAgent(kept) },
      fresh: { http: new HttpAgent({ proxyEnv }), https: new HttpsAgent({ proxyEnv }) },
      proxy: choice.kind === 'proxy' ? choice.name : null,
    };
    routeByKey.set(key, route);
    return route;
  }

  function dropIdle(): void {
    for (const { kept } of routeByKey.values())
      for (const agent of [kept.http, kept.https])
        for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
  }

  return {
    async to(url, namedFrom) {
      if (url.protocol === 'https:' && trustCertificates(certificates())) dropIdle();
      const choice = isThisComputer(url.hostname) ? direct : await proxyFor(url);
      if (choice.kind === 'unsupported') throw new ProxyUnsupported(choice.name);
      return routeFor(choice, namedFrom);
    },
    dropIdle,
  };
}

/** For commands. */
export const environmentRoutes = createRoutes({
  proxyFor: (url) => proxyOfEnvironment(process.env, url) ?? direct,
  certificates: () => (process.env.NODE_EXTRA_CA_CERTS ? [process.env.NODE_EXTRA_CA_CERTS] : []),
});
