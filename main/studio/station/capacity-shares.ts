/** This station's quotas, and the number of jobs to claim. */
import type { Store } from '../../store/index.ts';
import type { Heartbeat, ServiceQuota } from '../queue/queue-types.ts';
import type { StationServices } from './station-services.ts';

/** See `StationOptions`. */
interface CapacityOptions {
  readonly works: boolean;
  readonly lanes: number | null;
  readonly store: Pick<Store, 'shared' | 'conditions'>;
}

const stoppedConditions: readonly string[] = ['stopped', 'no-key', 'failed'];

export class CapacityShares {
  readonly #options: CapacityOptions;
  readonly #services: StationServices;
  #quotas: readonly ServiceQuota[] = [];
  /** Services that this station may not use. */
  #refused: readonly string[] = [];

  constructor(options: CapacityOptions, services: StationServices) {
    this.#options = options;
    this.#services = services;
  }

  applyHeartbeat({ quotas, refused }: Pick<Heartbeat, 'quotas' | 'refused'>): void {
    this.#quotas = quotas;
    this.#refused = refused;
  }

  /** Returns how many concurrent requests to a service this station may make. */
  requestsOf(serviceId: string): number {
    const { works, lanes } = this.#options;
    const quota = this.#quotas.find(({ service }) => service === serviceId)?.requests ?? 0;
    const maxRequests = this.#services.all().find(({ service }) => service.id === serviceId)?.maxRequests ?? 0;
    // A desk has no quota, but processes jobs that only it can reach one at a time.
    const minRequests = works || this.#refused.includes(serviceId) ? 0 : 1;
    return Math.min(Math.max(quota, minRequests), lanes ?? maxRequests);
  }

  /** Returns profiles whose service currently accepts nothing from this station. */
  stoppedProfiles(): ReadonlySet<string> {
    const conditions = this.#options.store.conditions.list();
    const stopped = conditions.filter(({ condition }) => stoppedConditions.includes(condition));
    return new Set(stopped.map(({ subject }) => subject));
  }

  /** Returns profiles whose services this station may not use. */
  refusedProfiles(): ReadonlySet<string> {
    const served = this.#services.usable().filter(({ service }) => this.#refused.includes(service.id));
    return new Set(served.map(({ profileId }) => profileId));
  }

  /** Returns how many jobs to claim by service, so that requests never wait for the database. */
  freeCapacity(): Map<string, number> {
    const waiting = this.#options.store.shared
      .open()
      .filter(({ state }) => state === 'queued' || state === 'preparing');
    const stopped = this.stoppedProfiles();
    return new Map(
      this.#services.usable().map(({ profileId, service, isUsable }) => {
        const requests = this.requestsOf(service.id);
        // One job shows when a stopped service continues.
        const maxWaiting = stopped.has(profileId) ? 1 : 2 * requests + 2;
        const wanted = requests === 0 || !isUsable ? 0 : maxWaiting;
        const count = waiting.filter((job) => job.profileId === profileId).length;
        return [service.id, count > wanted / 2 ? 0 : wanted - count] as const;
      }),
    );
  }
}
