/** The lease of this station: the time that its jobs stay its own without a response of the database. */
import { type Clock, systemClock } from '../../clock.ts';

/** Requests and their effects take time. */
const usableShare = 0.7;

export interface Lease {
  /** Returns the time for `renew`. */
  now(): LeaseTime;
  /** @param requestedAt time before the request was sent */
  renew(requestedAt: LeaseTime, leaseMs: number): void;
  readonly isValid: boolean;
}

/** Readings in ms: one clock continues while the process is stopped, the other while the computer sleeps. */
interface LeaseTime {
  readonly monotonic: number;
  readonly sinceBoot: number;
}

export function createLease(clock: Pick<Clock, 'monotonic' | 'sinceBoot'> = systemClock): Lease {
  let start: LeaseTime | null = null;
  let ms = 0;
  const now = (): LeaseTime => ({ monotonic: clock.monotonic(), sinceBoot: clock.sinceBoot() });
  return {
    now,
    renew(requestedAt, leaseMs) {
      if (start !== null && requestedAt.monotonic < start.monotonic) return;
      start = requestedAt;
      ms = leaseMs * usableShare;
    },
    get isValid() {
      if (start === null) return false;
      const { monotonic, sinceBoot } = now();
      return monotonic - start.monotonic < ms && sinceBoot - start.sinceBoot < ms;
    },
  };
}
