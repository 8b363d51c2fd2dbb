/** Notices that the wall clock was set, or that the computer slept, by holding three clocks against each other. */
import type { Clock } from '../../clock.ts';

/** What happened to time since it was looked at last. */
export interface ClockJump {
  /** ms by which the wall clock was set forward, or (negative) back; 0 = it was not. */
  readonly setByMs: number;
  /** ms that nothing ran: the computer slept, or this process was stopped; 0 = it did not. */
  readonly sleptMs: number;
}

/** Less than this (ms) is a clock that is being put right a little, or a computer that is busy. */
const noticeableMs = 5_000;
/** Whoever looks every few seconds and comes so late (ms) was asleep, where the clock for waiting goes on in sleep. */
const overdueMs = 30_000;

/** The returned function is called every few seconds, and whenever it matters. */
export function createClockJumpDetector(clock: Pick<Clock, 'now' | 'monotonic' | 'sinceBoot'>): () => ClockJump {
  const read = () => ({ wall: clock.now(), monotonic: clock.monotonic(), boot: clock.sinceBoot() });
  let last = read();
  /** What the wall clock showed when the computer started, as far as known. */
  let bootedAt = last.wall - last.boot;
  return () => {
    const now = read();
    const passed = now.boot - last.boot;
    const suspendedMs = passed - (now.monotonic - last.monotonic);
    last = now;
    const setBy = now.wall - now.boot - bootedAt;
    const wasSet = Math.abs(setBy) >= noticeableMs;
    if (wasSet) bootedAt += setBy;
    return {
      setByMs: wasSet ? Math.round(setBy) : 0,
      sleptMs: Math.round(suspendedMs >= noticeableMs ? suspendedMs : passed >= overdueMs ? passed : 0),
    };
  };
}
