/** Detects a wall clock that was set, and sleep, by comparing three clocks. */
import type { Clock } from '../../clock.ts';

interface ClockJump {
  /** Negative if the wall clock was set back; 0 = not set. */
  readonly setByMs: number;
  /** 0 = no sleep. */
  readonly sleptMs: number;
}

const minJumpMs = 5_000;
/** A call this late means sleep if the monotonic clock runs during sleep. */
const minDelayMs = 30_000;

/** Returns a function to call every few seconds, which reports changes since its last call. */
export function createClockJumpDetector(clock: Pick<Clock, 'now' | 'monotonic' | 'sinceBoot'>): () => ClockJump {
  const read = () => ({ wall: clock.now(), monotonic: clock.monotonic(), boot: clock.sinceBoot() });
  let last = read();
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
