import { useEffect, useEffectEvent, useState } from 'react';
import type { BatchCost, Estimate } from '../../../contract/services/costs.ts';
import { requestQuietly } from '../../bridge.ts';

/** Returns the past and possible cost of a batch. @param change another value requests it again */
export function useBatchCost(id: number, change: unknown): BatchCost | null {
  const [cost, setCost] = useState<BatchCost | null>(null);
  const read = useEffectEvent((batchId: number, _change: unknown) => {
    let isOver = false;
    void requestQuietly('costs.ofBatch', { id: batchId }).then((reply) => {
      if (reply.ok && !isOver) setCost(reply.value);
    });
    return () => {
      isOver = true;
    };
  });
  useEffect(() => read(id, change), [id, change]);
  return cost;
}

/** Returns null if a price is unknown. */
export function creditsOf(estimates: readonly Estimate[]): number | null {
  return estimates.every(({ unknown }) => unknown.length === 0)
    ? estimates.reduce((sum, { credits }) => sum + credits, 0)
    : null;
}
