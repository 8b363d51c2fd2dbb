/** The current time, which tests control. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
