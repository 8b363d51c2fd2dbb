/** The decision about the other photographs of a trial's batch, above its results in Review. */
import { goTo } from '../../state/navigation.ts';
import { useTrialBatch } from '../../state/trialBatches.ts';
import { TrialDecision } from './TrialDecision.tsx';

export function TrialLine({ batchId }: { readonly batchId: number | null }) {
  const batch = useTrialBatch(batchId);
  return batch && <TrialDecision key={batch.id} batch={batch} isShown onContinue={() => goTo('queue')} />;
}
