/** The lanes of all services that have had work. */
import { msg } from '../../../contract/messages/message.ts';
import type { BlockingCondition, Store } from '../../store/index.ts';
import { createChargeCheck } from '../spending/charging-services.ts';
import type { Block, Need } from '../standstill.ts';
import { Lane, type LaneOptions } from './service-lane.ts';

export interface Lanes {
  getOrCreate(profileId: string): Lane;
  known(profileId: string): Lane | null;
  /** @see createChargeCheck */
  charges(profileId: string): boolean;
  /** Returns what holds up a need until the user acts, or null. */
  blockOf(profileId: string, need: Need): Block | null;
  setShare(profileId: string, requests: number | null): void;
  /** Whether other stations use the same account. */
  isShared(profileId: string): boolean;
  /** Resumes lanes that were stopped for an error code. */
  resumeIf(code: string, canContinue: (profileId: string) => boolean): void;
  /** Conditions of the lanes that are not ready. */
  conditions(): BlockingCondition[];
  suspend(): void;
  wake(): void;
  close(): void;
}

type LanesOptions = Omit<LaneOptions, 'profileId' | 'maxConcurrency'> & { readonly store: Pick<Store, 'profiles'> };

export function createLanes({ store, ...options }: LanesOptions): Lanes {
  const lanes = new Map<string, Lane>();
  const shares = new Map<string, number | null>();
  let isSuspended = false;

  function getOrCreate(profileId: string): Lane {
    const known = lanes.get(profileId);
    if (known) return known;
    const maxConcurrency = store.profiles.recent(profileId)?.maxConcurrency ?? 1;
    const lane = new Lane({ profileId, maxConcurrency, ...options });
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
