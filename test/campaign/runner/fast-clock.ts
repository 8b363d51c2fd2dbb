/**
 * Time that passes faster, in a whole process: the wall clock, the clock for waiting and all timers run at one speed, so that
 * hours of polling and patience fit into a campaign. Network and disk stay as slow as they are.
 */
import os from 'node:os';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';

export interface FastClock {
  /** The real moment (ms since 1970) at which fast time and real time were the same: shared by all processes of a round. */
  readonly epoch: number;
  /** So many times as fast. */
  readonly speed: number;
  /** ms the wall clock is ahead of that: a computer that was switched off for a while. */
  readonly offset: number;
}

const real = { date: Date, now: Date.now, monotonic: performance.now.bind(performance), uptime: os.uptime };

/** Fast wall-clock time, ms since 1970. */
export function fastNow({ epoch, speed, offset }: FastClock, realNow = real.now()): number {
  return Math.floor(epoch + (realNow - epoch) * speed + offset);
}

/** Makes the whole process live in fast time. Modules that are loaded later see nothing else. */
export function installFastClock(clock: FastClock): void {
  const now = () => fastNow(clock);
  globalThis.Date = new Proxy(real.date, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => new real.date(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  Object.defineProperty(performance, 'now', { configurable: true, value: () => real.monotonic() * clock.speed });

  os.uptime = () => real.uptime() * clock.speed;

  const scaled = (ms: unknown) => (typeof ms === 'number' ? ms / clock.speed : ms);
  const { setTimeout, setInterval } = timers;
  const withDelay = <F extends typeof setTimeout | typeof setInterval>(schedule: F): F => {
    const fast = (run: () => void, ms?: number, ...args: unknown[]) =>
      (schedule as (...all: unknown[]) => unknown)(run, scaled(ms), ...args);
    // What `util.promisify` looks for is kept, and points to the fast form below.
    return Object.defineProperties(fast, Object.getOwnPropertyDescriptors(schedule)) as unknown as F;
  };
  const { setTimeout: sleep, setInterval: tick } = timersPromises;
  timersPromises.setTimeout = ((ms, ...rest) => sleep(scaled(ms) as number, ...rest)) as typeof sleep;
  timersPromises.setInterval = ((ms, ...rest) => tick(scaled(ms) as number, ...rest)) as typeof tick;
  timers.setTimeout = withDelay(setTimeout);
  timers.setInterval = withDelay(setInterval);
  globalThis.setTimeout = timers.setTimeout;
  globalThis.setInterval = timers.setInterval;
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.ceil(ms / clock.speed));
}
