/** Reads what stands at the left of the light table, and reads it again when results came or went. */
import { useEffect, useState } from 'react';
import type { Places } from '../../preload/contract/desk/lists.ts';
import { askQuietly } from '../bridge.ts';
import { useData } from './store.ts';

/** Counting waits this long (ms), and after it this many times as long as it took. */
const settle = 400;
const restTimes = 5;

/** Null until they are there. */
export function usePlaces(): Places | null {
  const version = useData((data) => data.photographsVersion);
  const batches = useData((data) => data.batches);
  const [places, setPlaces] = useState<Places | null>(null);
  const [took, setTook] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` and `batches` say that they may be others now
  useEffect(() => {
    let current = true;
    const timer = setTimeout(
      async () => {
        const begun = performance.now();
        const reply = await askQuietly('photographs.places');
        if (!current || !reply.ok) return;
        setTook(performance.now() - begun);
        setPlaces(reply.value);
      },
      places === null ? 0 : Math.max(settle, restTimes * took),
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [version, batches]);
  return places;
}
