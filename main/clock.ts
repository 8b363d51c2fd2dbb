/** Time as all of the main process knows it; tests put their own in its place. */
import os from 'node:os';

export interface Clock {
  /** Wall clock, ms since 1970: for what is written down. It may jump. */
  now(): number;
  /** ms that only ever grow: for waiting. While the computer sleeps it may stand still. */
  monotonic(): number;
  /** ms that grow while the computer sleeps too, and do not mind the wall clock being set. */
  sinceBoot(): number;
  /** Calls `run` once after `ms`; the returned function calls that off. */
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
