/** How long this station may still believe that what it has is its own, without asking. */
import { type Clock, systemClock } from '../../clock.ts';

/** What is left of a lease is not believed to its end: a question takes its time, and so does what is done upon the answer. */
const believed = 0.7;

export interface Lease {
  /** The time to pass to `renew`. */
  now(): LeaseTime;
  /** The database heard of this station: `requestedAt` was read before the request left. */
  renew(requestedAt: LeaseTime, leaseMs: number): void;
  readonly isValid: boolean;
}

/** A reading of two clocks, in ms. */
export interface LeaseTime {
  readonly monotonic: number;
  readonly sinceBoot: number;
}

/** Reads two clocks: one continues while the process is stopped, the other while the computer sleeps. Neither can be set. */
export function createLease(clock: Pick<Clock, 'monotonic' | 'sinceBoot'> = systemClock): Lease {
  let from: LeaseTime | null = null;
  let ms = 0;
  const read = (): LeaseTime => ({ monotonic: clock.monotonic(), sinceBoot: clock.sinceBoot() });
  return {
    now: read,
    renew(requestedAt, leaseMs) {
      if (from !== null && requestedAt.monotonic < from.monotonic) return;
      from = requestedAt;
      ms = leaseMs * believed;
    },
    get isValid() {
      if (from === null) return false;
      const now = read();
      return now.monotonic - from.monotonic < ms && now.sinceBoot - from.sinceBoot < ms;
    },
  };
}
