/** One figure of the gauge: what Burnish does beside what a peer does, in the same run on the same machine. */
export interface Reading {
  /** As docs/performance.md calls it. */
  readonly figure: string;
  /** Of `ours` and `peer`: 's', 'ms', 'jobs/s', … */
  readonly unit: string;
  readonly ours: number;
  /** The best that could be had here: a plain program that does only this, or the time the work takes by itself. */
  readonly peer: number;
  /** `ours / peer`. */
  readonly ratio: number;
  /** Of the ratio; null where it is only watched. */
  readonly goal: { readonly atLeast: number } | { readonly atMost: number } | null;
  /** What else is worth a glance, in few words: '25 ms of processor per photograph'. */
  readonly note?: string;
}

/** `short`: within the gauge's minute; otherwise as long as it takes to be sure. */
export type Measure = (form: { readonly short: boolean }) => Promise<Reading[]>;
