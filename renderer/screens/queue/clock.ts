/** One clock for all components that count seconds; it stands still while nobody looks at it. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const asleep = () => () => undefined;

/** Now, in ms since 1970, renewed every second while `isTicking`. */
export function useNow(isTicking = true): number {
  return useSyncExternalStore(isTicking ? subscribe : asleep, () => now);
}
