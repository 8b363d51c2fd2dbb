/** Batches of which a few photographs are processed first, until the user decides about the others. */
import type { Batch } from '../../../contract/jobs/job.ts';
import { useData } from '../data/store.ts';

export const isTrial = ({ trial = null, heldForCost = false }: Pick<Batch, 'trial' | 'heldForCost'>): boolean =>
  trial !== null && !heldForCost;

/** Returns null if the batch waits for no such decision. */
export const useTrialBatch = (batchId: number | null): Batch | null =>
  useData(({ batches }) => batches.find((batch) => batch.id === batchId && isTrial(batch)) ?? null);
