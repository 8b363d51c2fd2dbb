/** The decision about the other photographs of a trial's batch, above its results in Review. */

import { useTrialBatch } from '../../state/batches/trialBatches.ts';
import { goTo } from '../../state/window/navigation.ts';
import { TrialDecision } from './TrialDecision.tsx';

export function TrialLine({ batchId }: { readonly batchId: number | null }) {
  const batch = useTrialBatch(batchId);
  return batch && <TrialDecision key={batch.id} batch={batch} isShown onContinue={() => goTo('queue')} />;
}
