/** The lanes of all services that have had work, and what is told of them to other processes. */
import { msg } from '../../../contract/messages/message.ts';
import type { BlockingCondition, Store } from '../../store/index.ts';
import type { Block, Need } from '../standstill.ts';
import { createChargeCheck } from './charging-services.ts';
import { createLane, type Lane, type LaneOptions } from './service-lane.ts';

export interface Lanes {
  /** Made when it is first asked for. */
  getOrCreate(profileId: string): Lane;
  /** Null before there was any work for it. */
  known(profileId: string): Lane | null;
  /** Whether what is sent to a profile may cost something. Of one that is gone nobody knows: then it is not sent twice either. */
  charges(profileId: string): boolean;
  /** What goes on by itself is none. */
  blockOf(profileId: string, need: Need): Block | null;
  /** See `Queue.setShare`. */
  setShare(profileId: string, requests: number | null): void;
  /** True where other stations use the same account. */
  isShared(profileId: string): boolean;
  /** Lets those go on that were stopped for `code`, where `canContinue` allows it for the service. */
  resumeIf(code: string, canContinue: (profileId: string) => boolean): void;
  /** Of those that are not ready. */
  conditions(): BlockingCondition[];
  /** The computer is about to sleep: no request is begun before `wake`. */
  suspend(): void;
  /** It woke up: what only the network was to blame for is tried anew. */
  wake(): void;
  /** Ends them all. */
  close(): void;
}

type LanesOptions = Omit<LaneOptions, 'profileId' | 'cap'> & { readonly store: Pick<Store, 'profiles'> };

export function createLanes({ store, ...options }: LanesOptions): Lanes {
  const lanes = new Map<string, Lane>();
  const shares = new Map<string, number | null>();
  let isSuspended = false;

  function getOrCreate(profileId: string): Lane {
    const known = lanes.get(profileId);
    if (known) return known;
    const cap = store.profiles.get(profileId)?.maxConcurrency ?? 1;
    const lane = createLane({ profileId, cap, ...options });
    if (isSuspended) lane.suspend();
    lane.setShare(shares.get(profileId) ?? null);
    lanes.set(profileId, lane);
    return lane;
  }

  return {
    getOrCreate,
    known: (profileId) => lanes.get(profileId) ?? null,
    charges: createChargeCheck(store),
    blockOf(profileId, need) {
      // What is at home is written without the service.
      if (need === 'placing' || !getOrCreate(profileId).isBlocked(need)) return null;
      return getOrCreate(profileId).problem() ?? { condition: 'stopped', message: msg('pipeline.noService') };
    },
    setShare(profileId, requests) {
      shares.set(profileId, requests);
      lanes.get(profileId)?.setShare(requests);
    },
    isShared: (profileId) => (shares.get(profileId) ?? null) !== null,
    resumeIf(code, canContinue) {
      for (const [profileId, lane] of lanes)
        if (lane.stoppedFor?.code === code && canContinue(profileId)) lane.resume();
    },
    conditions: () =>
      [...lanes].flatMap(([subject, lane]) => {
        const problem = lane.problem();
        return problem === null ? [] : [{ subject, ...problem }];
      }),
    suspend() {
      isSuspended = true;
      for (const lane of lanes.values()) lane.suspend();
    },
    wake() {
      isSuspended = false;
      for (const lane of lanes.values()) lane.wake();
    },
    close() {
      for (const lane of lanes.values()) lane.close();
      lanes.clear();
    },
  };
}
