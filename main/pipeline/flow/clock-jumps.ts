/** Detects that the wall clock was set or that the computer slept, by comparing three clocks. */
import type { Clock } from '../../clock.ts';

/** Changes since the previous call. */
export interface ClockJump {
  /** ms by which the wall clock was set forward, or back if negative; 0 = not set. */
  readonly setByMs: number;
  /** ms that the computer slept or this process was stopped; 0 = neither. */
  readonly sleptMs: number;
}

/** Smaller differences are small corrections of the clock, or a busy computer. */
const minJumpMs = 5_000;
/** A call this late means sleep, on systems whose monotonic clock runs on during sleep. */
const minDelayMs = 30_000;

/** Returns a function to call every few seconds, and before a decision about time. */
export function createClockJumpDetector(clock: Pick<Clock, 'now' | 'monotonic' | 'sinceBoot'>): () => ClockJump {
  const read = () => ({ wall: clock.now(), monotonic: clock.monotonic(), boot: clock.sinceBoot() });
  let last = read();
  /** Wall time at boot. */
  let bootedAt = last.wall - last.boot;
  return () => {
    const now = read();
    const passed = now.boot - last.boot;
    const suspendedMs = passed - (now.monotonic - last.monotonic);
    last = now;
    const setBy = now.wall - now.boot - bootedAt;
    const wasSet = Math.abs(setBy) >= minJumpMs;
    if (wasSet) bootedAt += setBy;
    return {
      setByMs: wasSet ? Math.round(setBy) : 0,
      sleptMs: Math.round(suspendedMs >= minJumpMs ? suspendedMs : passed >= minDelayMs ? passed : 0),
    };
  };
}
