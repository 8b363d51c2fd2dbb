/** Signals that request a command to end in order. */
import { exitCodeOfSignal } from '../exit-codes.ts';

/** Ctrl-C, a service manager's stop, and a closed terminal. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface StopRequest {
  /** Aborted by the first of the signals. */
  readonly interrupted: AbortSignal;
  /** Restores the default effect of the signals, which is to end the process. */
  release(): void;
}

/**
 * Listens for the signals. A second Ctrl-C or SIGTERM ends the process at once, with 128 plus the signal's number. A
 * second SIGHUP does not, because a terminal that closes sends it more than once.
 */
export function listenForStop(): StopRequest {
  const control = new AbortController();
  const stop = (signal: NodeJS.Signals) => {
    if (control.signal.aborted && signal !== 'SIGHUP') process.exit(exitCodeOfSignal(signal));
    control.abort();
  };
  for (const signal of stopSignals) process.on(signal, stop);
  return {
    interrupted: control.signal,
    release: () => {
      for (const signal of stopSignals) process.off(signal, stop);
    },
  };
}
