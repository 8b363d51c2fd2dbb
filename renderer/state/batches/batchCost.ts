/** Past and possible cost of a batch, for the panels and sheets about it. */
import { useEffect, useState } from 'react';
import type { BatchCost, Estimate } from '../../../contract/services/costs.ts';
import { requestQuietly } from '../../bridge.ts';

/** @param change another value reads the cost again */
export function useBatchCost(id: number, change: unknown): BatchCost | null {
  const [cost, setCost] = useState<BatchCost | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller knows when the cost changes
  useEffect(() => {
    let isOver = false;
    void requestQuietly('costs.ofBatch', { id }).then((reply) => {
      if (reply.ok && !isOver) setCost(reply.value);
    });
    return () => {
      isOver = true;
    };
  }, [id, change]);
  return cost;
}

/** Returns null if a price is unknown. */
export function creditsOf(estimates: readonly Estimate[]): number | null {
  return estimates.every(({ unknown }) => unknown.length === 0)
    ? estimates.reduce((sum, { credits }) => sum + credits, 0)
    : null;
}
