/** Asks main for what takes it some time to count, and asks again when it may have changed, the less often the longer it takes. */
import { useEffect, useState } from 'react';
import type { Reply } from '../../preload/contract/channels.ts';

/** Counting waits this long (ms), and after it this many times as long as it took. */
const settle = 400;
const restTimes = 5;

/**
 * Null until it is there.
 * @param ask the same from one render to the next while it asks for the same thing
 * @param versions what tells that it may be another now
 */
export function useReread<T>(ask: () => Promise<Reply<T>>, ...versions: readonly unknown[]): T | null {
  const [state, setState] = useState<{ readonly of: unknown; readonly value: T; readonly took: number } | null>(null);
  const known = state?.of === ask ? state : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the versions are what it waits for
  useEffect(() => {
    let current = true;
    const timer = setTimeout(
      async () => {
        const begun = performance.now();
        const reply = await ask();
        if (current && reply.ok) setState({ of: ask, value: reply.value, took: performance.now() - begun });
      },
      known === null ? 0 : Math.max(settle, restTimes * known.took),
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [ask, ...versions]);
  return known?.value ?? null;
}
