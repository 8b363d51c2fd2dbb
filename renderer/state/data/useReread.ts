import { useEffect, useEffectEvent, useState } from 'react';
import type { Reply } from '../../../preload/channels.ts';

const minDelayMs = 400;
/** Multiple of the time that the last request took. */
const delayFactor = 5;

interface Answer<T> {
  readonly key: unknown;
  readonly value: T;
  readonly tookMs: number;
  readonly versions: readonly unknown[];
}

/** Shown at once when a screen is opened again. */
const answers = new WeakMap<object, Answer<unknown>>();

/**
 * Requests a slow result again after changes, the less often the longer it takes. Returns null until the first response.
 * @param ask must be stable
 * @param version causes another request when it changes, as does `otherVersion`
 */
export function useReread<T>(ask: () => Promise<Reply<T>>, version: unknown, otherVersion?: unknown): T | null {
  const [state, setState] = useState(() => (answers.get(ask) as Answer<T> | undefined) ?? null);
  const known = state?.key === ask ? state : null;
  const read = useEffectEvent((key: typeof ask, ...versions: readonly unknown[]) => {
    // A hidden screen is shown again, without a change.
    if (known?.versions.every((each, index) => each === versions[index])) return;
    let isCurrent = true;
    const timer = setTimeout(
      async () => {
        const startedAt = performance.now();
        const reply = await key();
        if (!isCurrent || !reply.ok) return;
        const answer = { key, value: reply.value, tookMs: performance.now() - startedAt, versions };
        answers.set(key, answer);
        setState(answer);
      },
      known === null ? 0 : Math.max(minDelayMs, delayFactor * known.tookMs),
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  });
  useEffect(() => read(ask, version, otherVersion), [ask, version, otherVersion]);
  return known?.value ?? null;
}
