import os from 'node:os';

/** The time sources of the main process. Tests replace them. */
export interface Clock {
  /** Wall clock in ms since 1970, for stored times. It can jump. */
  now(): number;
  /** Monotonic time in ms, for delays. It can pause while the computer sleeps. */
  monotonic(): number;
  /** Monotonic time in ms that includes sleep. */
  sinceBoot(): number;
  /** Calls `run` once after `ms`. Returns a function that cancels this. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sinceBoot: () => os.uptime() * 1000,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
