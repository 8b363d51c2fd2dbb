/** Reads the results of a batch and keeps them fresh. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ResultView } from '../../preload/contract/result.ts';
import { askQuietly } from '../bridge.ts';
import { ordered, pageSize, withPage } from './results.ts';
import { useData } from './store.ts';

export interface Results {
  readonly phase: 'loading' | 'failed' | 'ready';
  readonly results: readonly ResultView[];
  /** Reads older ones; null when there are none. */
  readonly more: (() => void) | null;
}

/** Rereading waits this long (ms), so that a busy queue causes a few reads and not hundreds. */
const settle = 400;

/** `batchId` null = all batches. */
export function useResults(batchId: number | null): Results {
  const version = useData((data) => {
    if (batchId !== null) return data.resultsVersion.get(batchId) ?? 0;
    let sum = 0;
    for (const each of data.resultsVersion.values()) sum += each;
    return sum;
  });
  const [state, setState] = useState<{ of: number | null; phase: Results['phase']; list: readonly ResultView[] }>({
    of: batchId,
    phase: 'loading',
    list: [],
  });
  const [full, setFull] = useState(false);
  const wanted = useRef(batchId);

  const read = useCallback(
    async (before: number | null) => {
      const reply = await askQuietly('results.list', { batchId, limit: pageSize, before });
      if (wanted.current !== batchId) return;
      if (!reply.ok) {
        setState((old) =>
          old.of === batchId && old.list.length > 0 ? old : { of: batchId, phase: 'failed', list: [] },
        );
        return;
      }
      setState((old) => ({
        of: batchId,
        phase: 'ready',
        list: withPage(old.of === batchId ? old.list : [], reply.value, before),
      }));
      setFull(reply.value.length === pageSize);
    },
    [batchId],
  );
  useEffect(() => {
    const first = wanted.current !== batchId || version === 0;
    wanted.current = batchId;
    const timer = setTimeout(() => void read(null), first ? 0 : settle);
    return () => clearTimeout(timer);
  }, [batchId, version, read]);

  const current = state.of === batchId;
  const list = useMemo(() => (current ? ordered(state.list, batchId) : []), [current, state.list, batchId]);
  const oldest = list.reduce((least, result) => Math.min(least, result.id), Number.POSITIVE_INFINITY);
  return {
    phase: current ? state.phase : 'loading',
    results: list,
    more: full && list.length > 0 ? () => void read(oldest) : null,
  };
}
