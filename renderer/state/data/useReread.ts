/** Asks main for what takes it some time to count, and asks again when it may have changed, the less often the longer it takes. */
import { useEffect, useState } from 'react';
import type { Reply } from '../../../preload/channels.ts';

/** Counting waits this long (ms), and after it this many times as long as it took. */
const settle = 400;
const restTimes = 5;

interface Answer<T> {
  readonly key: unknown;
  readonly value: T;
  readonly took: number;
  readonly versions: readonly unknown[];
}

/** The last ones, by what asked for them: a screen that is opened again shows them at once. */
const answers = new WeakMap<object, Answer<unknown>>();

/**
 * Null until it is there.
 * @param ask the same from one render to the next while it asks for the same thing
 * @param versions what tells that it may be another now
 */
export function useReread<T>(ask: () => Promise<Reply<T>>, ...versions: readonly unknown[]): T | null {
  const [state, setState] = useState(() => (answers.get(ask) as Answer<T> | undefined) ?? null);
  const known = state?.key === ask ? state : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the versions are what it waits for
  useEffect(() => {
    // Left and come back to, with nothing changed meanwhile.
    if (known?.versions.every((version, index) => version === versions[index])) return;
    let isCurrent = true;
    const timer = setTimeout(
      async () => {
        const begun = performance.now();
        const reply = await ask();
        if (!isCurrent || !reply.ok) return;
        const answer = { key: ask, value: reply.value, took: performance.now() - begun, versions };
        answers.set(ask, answer);
        setState(answer);
      },
      known === null ? 0 : Math.max(settle, restTimes * known.took),
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [ask, ...versions]);
  return known?.value ?? null;
}
