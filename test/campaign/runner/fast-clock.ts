/** Speeds up the wall clock, the monotonic clock and all timers of a process, so that hours of waiting fit into a campaign. */
import os from 'node:os';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';

export interface FastClock {
  /** Real time, in ms since 1970, at which fast and real time were equal; shared by the processes of a round. */
  readonly epoch: number;
  /** Ratio of fast to real time. */
  readonly speed: number;
  /** Additional ms of the wall clock, for a computer that was switched off. */
  readonly offset: number;
}

const real = { date: Date, now: Date.now, monotonic: performance.now.bind(performance), uptime: os.uptime };

/** Returns fast wall-clock time, in ms since 1970. */
export function fastNow({ epoch, speed, offset }: FastClock, realNow = real.now()): number {
  return Math.floor(epoch + (realNow - epoch) * speed + offset);
}

/** Installs fast time for modules that are loaded later. */
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
    // Keeps the property for `util.promisify`, which points to the fast form below.
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
