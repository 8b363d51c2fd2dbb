/** How long this station may still believe that what it has is its own, without asking. */

/** What is left of a lease is not believed to its end: a question takes its time, and so does what is done upon the answer. */
const believed = 0.7;

export interface Lease {
  /** The database heard of this station: `requestedAt` was taken (`dualClockNow`) before the question left. */
  renew(requestedAt: DualClockTime, leaseMs: number): void;
  readonly isValid: boolean;
}

export interface DualClockTime {
  readonly monotonic: number;
  readonly wall: number;
}

/** By two clocks: one goes on while the process is stopped, the other one while the computer sleeps. */
export const dualClockNow = (): DualClockTime => ({ monotonic: performance.now(), wall: Date.now() });

export function createLease(): Lease {
  let from: DualClockTime | null = null;
  let ms = 0;
  return {
    renew(requestedAt, leaseMs) {
      if (from !== null && requestedAt.monotonic < from.monotonic) return;
      from = requestedAt;
      ms = leaseMs * believed;
    },
    get isValid() {
      if (from === null) return false;
      const now = dualClockNow();
      return now.monotonic - from.monotonic < ms && now.wall - from.wall < ms;
    },
  };
}
