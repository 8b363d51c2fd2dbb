/** All in ms. */
export interface Timeouts {
  readonly lookup: number;
  readonly connect: number;
  readonly secureConnect: number;
  /** Idle timeout of the upload. */
  readonly sendStall: number;
  /** From the end of the upload to the start of the response. */
  readonly response: number;
  /** Idle timeout of the response. */
  readonly readStall: number;
  /** Minimum for upload and response each, extended by their size (`maxTransferMs`). */
  readonly grace: number;
}

export const defaultTimeouts: Timeouts = {
  lookup: 10_000,
  connect: 10_000,
  secureConnect: 15_000,
  sendStall: 30_000,
  response: 120_000,
  readStall: 30_000,
  grace: 300_000,
};

/** Calls `onTimeout` unless restarted or stopped within `ms`. */
export class IdleTimeout {
  readonly #ms: number;
  readonly #onTimeout: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, onTimeout: () => void) {
    this.#ms = ms;
    this.#onTimeout = onTimeout;
  }

  restart(): void {
    this.stop();
    // Wait another turn, because after a pause of the process timers run before received data.
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(this.#onTimeout);
    }, this.#ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** 200 MB take five and a half hours. */
const minBytesPerSecond = 10_000;
const maxTransferDurationMs = 6 * 60 * 60 * 1000;

/** Returns the maximum duration up to this point. */
export function maxTransferMs(bytes: number, graceMs: number): number {
  return Math.min(graceMs + (bytes / minBytesPerSecond) * 1000, maxTransferDurationMs);
}

/** Calls `onTimeout` if a transfer has waited longer than `maxTransferMs`. Processing time does not count. */
export class TransferDeadline {
  readonly #graceMs: number;
  readonly #onTimeout: () => void;
  #bytes = 0;
  #waitedMs = 0;
  #waitingSince = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(graceMs: number, onTimeout: () => void) {
    this.#graceMs = graceMs;
    this.#onTimeout = onTimeout;
  }

  setTransferred(totalBytes: number): void {
    this.#bytes = totalBytes;
  }

  wait(): void {
    clearTimeout(this.#timer);
    this.#waitingSince = performance.now();
    this.#arm();
  }

  pause(): void {
    clearTimeout(this.#timer);
    if (this.#waitingSince > 0) this.#waitedMs += performance.now() - this.#waitingSince;
    this.#waitingSince = 0;
  }

  #arm(): void {
    const waited = this.#waitedMs + performance.now() - this.#waitingSince;
    const left = maxTransferMs(this.#bytes, this.#graceMs) - waited;
    if (left <= 0) this.#onTimeout();
    else this.#timer = setTimeout(() => this.#arm(), left);
  }
}
