/** Time as the pipeline knows it; tests put their own in its place. */

export interface Clock {
  /** Wall clock, ms since 1970: for what is written down. It may jump. */
  now(): number;
  /** ms that only ever grow: for waiting. */
  monotonic(): number;
  /** Calls `run` once after `ms`; the returned function calls that off. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
