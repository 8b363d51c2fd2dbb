/** A clock for tests that moves only when advanced, and then fires due timers in order. */
import type { Clock } from '../../../main/clock.ts';

export interface ManualClock extends Clock {
  /** Advances by `ms`, firing every due timer at its time. */
  advance(ms: number): void;
  /** Moves the wall clock forward or (negative) back; no timer fires, and the monotonic clock is unchanged. */
  setWall(byMs: number): void;
  /** Simulates sleep of the computer for `ms`: no timer fires, and the monotonic clock stops. */
  sleep(ms: number): void;
  /**
   * Advances time from timer to timer, with real pauses for files and requests, until `condition` holds. Fails after
   * 45 s of real time, to end a hopeless test.
   * @param maxStepMs the largest single step; a longer one suits tests that wait for hours
   */
  until(condition: () => boolean, description?: string, maxStepMs?: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export function createManualClock(start = Date.UTC(2026, 0, 31, 14, 5, 9)): ManualClock {
  let passed = 0;
  let wall = start;
  let slept = 0;
  const timers = new Set<Timer>();

  const next = (): Timer | undefined => [...timers].sort((a, b) => a.at - b.at)[0];
  function advance(ms: number): void {
    const end = passed + ms;
    for (let timer = next(); timer !== undefined && timer.at <= end; timer = next()) {
      timers.delete(timer);
      passed = Math.max(passed, timer.at);
      timer.run();
    }
    passed = end;
  }

  return {
    now: () => Math.floor(wall + passed + slept),
    monotonic: () => passed,
    sinceBoot: () => passed + slept,
    after(ms, run) {
      const timer: Timer = { at: passed + Math.max(0, ms), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance,
    setWall(byMs) {
      wall += byMs;
    },
    sleep(ms) {
      slept += ms;
    },
    async until(condition, description = 'the condition', maxStepMs = 500) {
      const deadline = Date.now() + 45_000;
      while (!condition()) {
        if (Date.now() > deadline) throw new Error(`${description} did not come about`);
        // Real work first: time should advance only while everything waits for it.
        await new Promise((resume) => setTimeout(resume, 4));
        const timer = next();
        if (timer) advance(Math.min(Math.max(0, timer.at - passed), maxStepMs));
      }
    },
  };
}
