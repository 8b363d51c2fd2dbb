/** Ends what stands still, and what goes on for ever without getting anywhere. */

/** Calls `late` when it has not been restarted or stopped for `ms`. */
export class IdleTimeout {
  readonly #ms: number;
  readonly #late: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, late: () => void) {
    this.#ms = ms;
    this.#late = late;
  }

  restart(): void {
    this.stop();
    // Once more round the event loop: after a long pause of the whole process, timers come before the bytes that have arrived.
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(this.#late);
    }, this.#ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** The slowest line that is waited for, bytes/s: 200 MB take five and a half hours on it. */
const slowestRate = 10_000;
/** Nothing is waited for longer, ms. */
const maxTransferDurationMs = 6 * 60 * 60 * 1000;

/** How long a transfer may have taken once `bytes` of it are through, in ms. */
export function maxTransferMs(bytes: number, graceMs: number): number {
  return Math.min(graceMs + (bytes / slowestRate) * 1000, maxTransferDurationMs);
}

/** Calls `late` when a transfer has been waited for longer than `maxTransferMs`. Only waiting counts: not what is done with a piece. */
export class TransferDeadline {
  readonly #graceMs: number;
  readonly #late: () => void;
  #bytes = 0;
  #waitedMs = 0;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(graceMs: number, late: () => void) {
    this.#graceMs = graceMs;
    this.#late = late;
  }

  /** `total`: bytes that are through by now. */
  through(total: number): void {
    this.#bytes = total;
  }

  wait(): void {
    clearTimeout(this.#timer);
    this.#since = performance.now();
    this.#arm();
  }

  pause(): void {
    clearTimeout(this.#timer);
    if (this.#since > 0) this.#waitedMs += performance.now() - this.#since;
    this.#since = 0;
  }

  #arm(): void {
    const waited = this.#waitedMs + performance.now() - this.#since;
    const left = maxTransferMs(this.#bytes, this.#graceMs) - waited;
    if (left <= 0) this.#late();
    else this.#timer = setTimeout(() => this.#arm(), left);
  }
}
