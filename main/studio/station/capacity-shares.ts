/** How much of each account is this station's, and how many more jobs it has room for. */
import type { Heartbeat, ServiceShare } from '../queue/queue-types.ts';
import type { ServedService, StationOptions } from './station-types.ts';

interface PortionsTools extends Pick<StationOptions, 'store' | 'services' | 'works' | 'lanes'> {
  readonly usable: () => readonly ServedService[];
}

const stoppedConditions: readonly string[] = ['stopped', 'no-key', 'failed'];

export function createCapacityShares({ store, services, usable, works, lanes }: PortionsTools) {
  let parts: readonly ServiceShare[] = [];
  /** Services that this station may not use. */
  let refused: readonly string[] = [];

  /** Requests at a time of an account that this station may make. */
  function requestsOf(serviceId: string): number {
    const part = parts.find(({ service }) => service === serviceId)?.requests ?? 0;
    const maxRequests = services().find(({ service }) => service.id === serviceId)?.maxRequests ?? 0;
    // A desk has no part in what all do; what only it can reach it does one after the other.
    const minRequests = works || refused.includes(serviceId) ? 0 : 1;
    return Math.min(Math.max(part, minRequests), lanes ?? maxRequests);
  }

  /** Profiles whose service takes nothing from this station, for example because of its spending limit. */
  function stopped(): ReadonlySet<string> {
    const blocking = store.conditions.list().filter(({ condition }) => stoppedConditions.includes(condition));
    return new Set(blocking.map(({ subject }) => subject));
  }

  return {
    stopped,
    applyHeartbeat(beat: Pick<Heartbeat, 'parts' | 'refused'>): void {
      ({ parts, refused } = beat);
    },
    requestsOf,
    /** Profiles whose services this station may not use. */
    closed: (): ReadonlySet<string> =>
      new Set(usable().flatMap(({ profileId, service }) => (refused.includes(service.id) ? profileId : []))),
    /** How many more jobs of each service there is room for: enough that its requests never wait for the database. */
    room(): Map<string, number> {
      const open = store.shared.open().filter(({ state }) => state === 'queued' || state === 'preparing');
      const isStopped = stopped();
      return new Map(
        usable().flatMap(({ profileId, service, isUsable }) => {
          const requests = requestsOf(service.id);
          // One job shows when a stopped service continues.
          const maxOpen = isStopped.has(profileId) ? 1 : 2 * requests + 2;
          const wanted = requests === 0 || !isUsable ? 0 : maxOpen;
          const has = open.filter((job) => job.profileId === profileId).length;
          return [[service.id, has > wanted / 2 ? 0 : wanted - has] as const];
        }),
      );
    },
  };
}
