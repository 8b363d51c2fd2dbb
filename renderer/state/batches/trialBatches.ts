/** Batches that process a few photographs before the user decides about the rest. */
import type { Batch } from '../../../contract/jobs/job.ts';
import { useData } from '../data/store.ts';

export const isTrial = ({ trial = null, heldForCost = false }: Pick<Batch, 'trial' | 'heldForCost'>): boolean =>
  trial !== null && !heldForCost;

export const useTrialBatch = (batchId: number | null): Batch | null =>
  useData(({ batches }) => batches.find((batch) => batch.id === batchId && isTrial(batch)) ?? null);
