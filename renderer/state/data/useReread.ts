import { useEffect, useEffectEvent, useState } from 'react';
import type { Reply } from '../../../preload/channels.ts';

const minDelayMs = 400;
/** Multiple of the time that the last request took. */
const delayFactor = 5;

interface CachedResult<T> {
  readonly source: () => Promise<Reply<T>>;
  readonly value: T;
  readonly tookMs: number;
  readonly versions: readonly unknown[];
}

/** Shown at once when a screen is opened again. */
const cachedResults = new WeakMap<object, CachedResult<unknown>>();

/**
 * Requests a slow result again after changes, the less often the longer it takes. Returns null until the first response.
 * @param source must be stable
 * @param version causes another request when it changes, as does `otherVersion`
 */
export function useReread<T>(source: () => Promise<Reply<T>>, version: unknown, otherVersion?: unknown): T | null {
  const [cached, setCached] = useState(() => (cachedResults.get(source) as CachedResult<T> | undefined) ?? null);
  const current = cached?.source === source ? cached : null;
  const read = useEffectEvent((send: typeof source, ...versions: readonly unknown[]) => {
    // A hidden screen is shown again, without a change.
    if (current?.versions.every((each, index) => each === versions[index])) return;
    let isCurrent = true;
    const timer = setTimeout(
      async () => {
        const startedAt = performance.now();
        const reply = await send();
        if (!isCurrent || !reply.ok) return;
        const result = { source: send, value: reply.value, tookMs: performance.now() - startedAt, versions };
        cachedResults.set(send, result);
        setCached(result);
      },
      current === null ? 0 : Math.max(minDelayMs, delayFactor * current.tookMs),
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  });
  useEffect(() => read(source, version, otherVersion), [source, version, otherVersion]);
  return current?.value ?? null;
}
